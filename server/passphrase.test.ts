import { Decrypter, Encrypter } from 'age-encryption'
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

test('any program that reads age’s format opens what is encrypted here', async () => {
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  expect(await decrypter.decrypt(file, 'text')).toBe(plain)
})

test('what such a program has encrypted is opened here', async () => {
  const encrypter = new Encrypter()
  encrypter.setPassphrase(passphrase)
  encrypter.setScryptWorkFactor(10)
  expect(await opened(await encrypter.encrypt(plain), passphrase)).toBe(plain)
})

test('another passphrase opens nothing, nor does a file that was changed', async () => {
  expect(await opened(file, passphrase)).toBe(plain)
  await expect(opened(file, 'three lanterns')).rejects.toThrow('no identity matched')
  const work = Buffer.from(file).indexOf(' 18\n')
  const costly = Buffer.from(file)
  costly.write('30', work + 1)
  await expect(opened(costly, passphrase)).rejects.toThrow('age does not allow')
})

test('everything else goes on while a key is made', () => {
  // One that makes it by itself lets a handful pass.
  expect(turns).toBeGreaterThan(1_000)
})
