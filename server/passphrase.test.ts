import { Decrypter, Encrypter, Stanza } from 'age-encryption'
import { beforeAll, expect, test } from 'vitest'
import { passphraseIdentity, passphraseRecipient } from './passphrase.ts'

const passphrase = 'three lanterns over the gate 灯'
const plain = 'Everything that the school has'

let file: Uint8Array
let turns = 0
beforeAll(async () => {
  const encrypter = new Encrypter()
  encrypter.addRecipient(passphraseRecipient(passphrase))
  let isMade = false
  const goOn = (): void => {
    turns += 1
    if (!isMade) setImmediate(goOn)
  }
  goOn()
  file = await encrypter.encrypt(plain)
  isMade = true
})
const opened = (file: Uint8Array, by: string): Promise<string> => {
  const decrypter = new Decrypter()
  decrypter.addIdentity(passphraseIdentity(by))
  return decrypter.decrypt(file, 'text')
}

test('any program for the age format can open what is encrypted here', async () => {
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  expect(await decrypter.decrypt(file, 'text')).toBe(plain)
})

test('what such a program has encrypted can be opened here', async () => {
  const encrypter = new Encrypter()
  encrypter.setPassphrase(passphrase)
  encrypter.setScryptWorkFactor(10)
  expect(await opened(await encrypter.encrypt(plain), passphrase)).toBe(plain)
})

test('neither a wrong passphrase nor a changed file opens', async () => {
  expect(await opened(file, passphrase)).toBe(plain)
  await expect(opened(file, 'three lanterns')).rejects.toThrow('no identity matched')
  const work = Buffer.from(file).indexOf(' 18\n')
  const costly = Buffer.from(file)
  costly.write('30', work + 1)
  await expect(opened(costly, passphrase)).rejects.toThrow('age does not allow')
})

test('deriving a key doesn’t block the process', () => {
  // An implementation that blocks the process lets only a handful pass.
  expect(turns).toBeGreaterThan(1_000)
})

test.each([
  { what: 'a short salt', args: ['scrypt', 'c2FsdA', '10'] },
  { what: 'more work than the library does', args: ['scrypt', 'MDEyMzQ1Njc4OWFiY2RlZg', '21'] },
  { what: 'something more', args: ['scrypt', 'MDEyMzQ1Njc4OWFiY2RlZg', '10', 'more'] },
])('a header with $what is refused before any work is done', async ({ args }) => {
  const { unwrapFileKey } = passphraseIdentity(passphrase)
  await expect(unwrapFileKey([new Stanza(args, new Uint8Array(32))])).rejects.toThrow('age does not allow')
})

test('a passphrase can’t be combined with another recipient, and a file without one is not ours', async () => {
  const { unwrapFileKey } = passphraseIdentity(passphrase)
  const ours = new Stanza(['scrypt', 'MDEyMzQ1Njc4OWFiY2RlZg', '10'], new Uint8Array(32))
  const other = new Stanza(['X25519', 'key'], new Uint8Array(32))
  expect(await unwrapFileKey([other])).toBeNull()
  for (const stanzas of [
    [ours, other],
    [other, ours],
  ])
    await expect(unwrapFileKey(stanzas)).rejects.toThrow('age does not allow')
})
