/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes (FIPS 180-4, 4.2.2). */
const round = Uint32Array.of(
  0x428a2f98,
  0x71374491,
  0xb5c0fbcf,
  0xe9b5dba5,
  0x3956c25b,
  0x59f111f1,
  0x923f82a4,
  0xab1c5ed5,
  0xd807aa98,
  0x12835b01,
  0x243185be,
  0x550c7dc3,
  0x72be5d74,
  0x80deb1fe,
  0x9bdc06a7,
  0xc19bf174,
  0xe49b69c1,
  0xefbe4786,
  0x0fc19dc6,
  0x240ca1cc,
  0x2de92c6f,
  0x4a7484aa,
  0x5cb0a9dc,
  0x76f988da,
  0x983e5152,
  0xa831c66d,
  0xb00327c8,
  0xbf597fc7,
  0xc6e00bf3,
  0xd5a79147,
  0x06ca6351,
  0x14292967,
  0x27b70a85,
  0x2e1b2138,
  0x4d2c6dfc,
  0x53380d13,
  0x650a7354,
  0x766a0abb,
  0x81c2c92e,
  0x92722c85,
  0xa2bfe8a1,
  0xa81a664b,
  0xc24b8b70,
  0xc76c51a3,
  0xd192e819,
  0xd6990624,
  0xf40e3585,
  0x106aa070,
  0x19a4c116,
  0x1e376c08,
  0x2748774c,
  0x34b0bcb5,
  0x391c0cb3,
  0x4ed8aa4a,
  0x5b9cca4f,
  0x682e6ff3,
  0x748f82ee,
  0x78a5636f,
  0x84c87814,
  0x8cc70208,
  0x90befffa,
  0xa4506ceb,
  0xbef9a3f7,
  0xc67178f2,
)
/** Those of the square roots of the first eight (5.3.3). */
const first = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19]

const utf8 = (text: string): number[] =>
  [...encodeURIComponent(text.toWellFormed()).matchAll(/%([0-9A-F]{2})|(.)/g)].map(([, hex, sign]) =>
    hex === undefined ? sign!.charCodeAt(0) : Number.parseInt(hex, 16),
  )

const turn = (word: number, by: number): number => (word >>> by) | (word << (32 - by))

/** The padded message as 32-bit words: a one bit, zeros, and the length in bits. */
const padded = (text: string): Uint32Array => {
  const bytes = utf8(text)
  const words = new Uint32Array((((bytes.length + 8) >> 6) + 1) * 16)
  ;[...bytes, 0x80].forEach((byte, index) => {
    words[index >> 2]! |= byte << (24 - (index & 3) * 8)
  })
  words[words.length - 1] = bytes.length * 8
  return words
}

/**
 * The SHA-256 of a text in UTF-8, in hexadecimal. Implemented here because it must be synchronous and also work in a
 * browser without TLS, where the platform's own is unavailable.
 */
export const sha256 = (text: string): string => {
  const message = padded(text)
  const state = Uint32Array.from(first)
  const w = new Uint32Array(64)
  for (let block = 0; block < message.length; block += 16) {
    w.set(message.subarray(block, block + 16))
    for (let t = 16; t < 64; t++) {
      const [before, last] = [w[t - 15]!, w[t - 2]!]
      const small0 = turn(before, 7) ^ turn(before, 18) ^ (before >>> 3)
      const small1 = turn(last, 17) ^ turn(last, 19) ^ (last >>> 10)
      w[t] = w[t - 16]! + small0 + w[t - 7]! + small1
    }
    let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number]
    for (let t = 0; t < 64; t++) {
      const big1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)
      const one = (h + big1 + ((e & f) ^ (~e & g)) + round[t]! + w[t]!) | 0
      const big0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)
      const two = (big0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
      ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0]
    }
    ;[a, b, c, d, e, f, g, h].forEach((word, index) => {
      state[index]! += word
    })
  }
  return [...state].map(word => word.toString(16).padStart(8, '0')).join('')
}
