import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { archiveSize, directory, localHeader, type ZipFile } from './zip-layout'

const fileOf = (path: string, text: string): { file: ZipFile; bytes: Buffer } => {
  const bytes = Buffer.from(text)
  return { file: { path, bytes: bytes.length, crc32: crc32(bytes) }, bytes }
}

function archiveOf(files: readonly { file: ZipFile; bytes: Buffer }[]): Buffer {
  const parts = files.flatMap(({ file, bytes }) => [localHeader(file), bytes])
  return Buffer.concat([...parts, directory(files.map(({ file }) => file))])
}

/** Reads an archive from its end, as every reader does. */
function read(archive: Buffer): Map<string, string> {
  const end = archive.lastIndexOf(Buffer.from('504b0506', 'hex'))
  let at = archive.readUInt32LE(end + 16)
  const found = new Map<string, string>()
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    expect(archive.readUInt32LE(at)).toBe(0x02014b50)
    const [size, name, extra] = [
      archive.readUInt32LE(at + 24),
      archive.readUInt16LE(at + 28),
      archive.readUInt16LE(at + 30),
    ]
    const local = archive.readUInt32LE(at + 42)
    const begin = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
    const bytes = archive.subarray(begin, begin + size)
    expect(crc32(bytes)).toBe(archive.readUInt32LE(at + 16))
    found.set(archive.toString('utf8', at + 46, at + 46 + name), bytes.toString('utf8'))
    at += 46 + name + extra
  }
  return found
}

describe('an archive', () => {
  test('holds what was put in, and is as large as was said before', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(fc.stringMatching(/^[a-z]{1,12}$/), fc.string()), { selector: ([name]) => name }),
        (given) => {
          const files = given.map(([name, text]) => fileOf(`data/${name}`, text))
          const archive = archiveOf(files)
          expect(archive.length).toBe(archiveSize(files.map(({ file }) => file)))
          const texts = given.map(([name, text]) => [`data/${name}`, Buffer.from(text).toString('utf8')] as const)
          expect(read(archive)).toEqual(new Map(texts))
        },
      ),
      { numRuns: 50 },
    )
  })

  test('says sizes and places beyond 4 GB in 64 bits', () => {
    const large: ZipFile = { path: 'large', bytes: 5_000_000_000, crc32: 7 }
    const small: ZipFile = { path: 'small', bytes: 3, crc32: 8 }
    const head = localHeader(large)
    expect(head.readUInt32LE(18)).toBe(0xffff_ffff)
    expect(head.readBigUInt64LE(30 + 'large'.length + 4)).toBe(5_000_000_000n)
    const list = directory([large, small])
    const second = list.indexOf('small') - 46
    expect(list.readUInt32LE(second + 42)).toBe(0xffff_ffff)
    expect(list.readBigUInt64LE(second + 46 + 'small'.length + 4)).toBe(BigInt(head.length + 5_000_000_000))
    expect(list.includes(Buffer.from('504b0606', 'hex'))).toBe(true)
    expect(archiveSize([large, small])).toBe(head.length + 5_000_000_000 + localHeader(small).length + 3 + list.length)
  })
})
