import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readPicture } from './picture.ts'

const segment = (marker: number, data: Buffer): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}
const frame = segment(0xc0, Buffer.from([8, 0x01, 0x2c, 0x02, 0x58, 3, 0, 0, 0]))
const place = segment(0xe1, Buffer.from('Exif\0\0 40.7 N 74.0 W'))
const jpeg = Buffer.concat([
  Buffer.from([0xff, 0xd8]),
  segment(0xe0, Buffer.from('JFIF\0')),
  place,
  segment(0xfe, Buffer.from('taken by Ida')),
  frame,
  Buffer.from([0xff, 0xda, 0, 2, 1, 2, 3, 0xff, 0xd9]),
])

test('a JPEG loses its location and photographer, and nothing of its image', () => {
  const read = readPicture(jpeg)!
  expect(read).toMatchObject({ type: 'image/jpeg', width: 600, height: 300 })
  expect(read.bytes.toString('latin1')).not.toMatch(/Exif|Ida/)
  expect(read.bytes.subarray(-9)).toEqual(jpeg.subarray(-9))
  expect(readPicture(read.bytes)!.bytes).toEqual(read.bytes)
})

test('the size of each kind of WebP is read', () => {
  const riff = (kind: string, rest: Buffer) =>
    Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBP', 'latin1'), Buffer.from(`${kind}\0\0\0\0`, 'latin1'), rest])
  const lossy = Buffer.alloc(20)
  lossy.writeUInt16LE(640, 6)
  lossy.writeUInt16LE(480, 8)
  const extended = Buffer.alloc(20)
  extended.writeUIntLE(639, 4, 3)
  extended.writeUIntLE(479, 7, 3)
  const lossless = Buffer.alloc(20)
  lossless.writeUInt32LE((639 | (479 << 14)) >>> 0, 1)
  for (const file of [riff('VP8 ', lossy), riff('VP8X', extended), riff('VP8L', lossless)])
    expect(readPicture(file)).toMatchObject({ type: 'image/webp', width: 640, height: 480 })
})

test('no bytes and no truncated file make the reader fail', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.integer({ min: 0, max: jpeg.length }), (bytes, cut) => {
      readPicture(Buffer.from(bytes))
      readPicture(Buffer.concat([jpeg.subarray(0, cut), Buffer.from(bytes)]))
    }),
  )
  expect(readPicture(jpeg.subarray(0, jpeg.length - 9))).toBeNull()
})
