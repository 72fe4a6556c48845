/**
 * Several files as one, in the format tar (POSIX ustar): files that are imported together are sent, kept and read again as one. Runs in browsers
 * and on the command line.
 */
const BLOCK = 512
const LONGEST_NAME = 100
/** Of a file, and of what only names the file behind it. */
const PLAIN = '0'
const EXTENDED = 'x'

export interface TarMember {
  name: string
  /** In bytes. */
  size: number
  /** When it was changed last, in milliseconds since 1970. */
  lastModified: number
}

/** Some bytes that are given, or those of a member. */
export type TarPart<Member extends TarMember> = { bytes: Uint8Array<ArrayBuffer> } | { member: Member }

/** What an archive of these files consists of, in order. */
export function tarParts<Member extends TarMember>(members: readonly Member[]): TarPart<Member>[] {
  const parts = members.flatMap((member): TarPart<Member>[] => [
    { bytes: headerOf(member) },
    { member },
    { bytes: new Uint8Array((BLOCK - (member.size % BLOCK)) % BLOCK) },
  ])
  return [...parts, { bytes: new Uint8Array(2 * BLOCK) }]
}

/** How long the archive is, in bytes. */
export const tarSize = <Member extends TarMember>(parts: readonly TarPart<Member>[]): number =>
  parts.reduce((sum, part) => sum + ('bytes' in part ? part.bytes.length : part.member.size), 0)

/** Does a file that begins so hold several files? */
export const isTar = (head: Uint8Array): boolean =>
  head.length >= BLOCK && String.fromCharCode(...head.subarray(257, 262)) === 'ustar'

const encoder = new TextEncoder()

function headerOf(member: TarMember): Uint8Array<ArrayBuffer> {
  const name = encoder.encode(member.name)
  if (name.length <= LONGEST_NAME) return blockOf(name, member.size, member.lastModified, PLAIN)
  // A longer name stands in a block of its own before: its length, itself included, and "path=".
  const pathBytes = encoder.encode(pathRecord(member.name))
  const padded = new Uint8Array(Math.ceil(pathBytes.length / BLOCK) * BLOCK)
  padded.set(pathBytes)
  const short = name.slice(0, LONGEST_NAME)
  return joined([
    blockOf(encoder.encode('name'), pathBytes.length, member.lastModified, EXTENDED),
    padded,
    blockOf(short, member.size, member.lastModified, PLAIN),
  ])
}

function pathRecord(name: string): string {
  const rest = ` path=${name}\n`
  const bytes = encoder.encode(rest).length
  let length = bytes
  while (length !== bytes + String(length).length) length = bytes + String(length).length
  return `${length}${rest}`
}

function blockOf(name: Uint8Array, size: number, lastModified: number, type: string): Uint8Array<ArrayBuffer> {
  const block = new Uint8Array(BLOCK)
  const write = (offset: number, text: string) => block.set(encoder.encode(text), offset)
  const octal = (value: number, digits: number) =>
    `${Math.max(0, Math.floor(value)).toString(8).padStart(digits, '0')}\0`
  block.set(name, 0)
  write(100, octal(0o644, 7))
  write(108, octal(0, 7))
  write(116, octal(0, 7))
  write(124, octal(size, 11))
  write(136, octal(lastModified / 1000, 11))
  // The sum counts its own field as blanks.
  write(148, '        ')
  write(156, type)
  write(257, 'ustar\u000000')
  const sum = block.reduce((total, byte) => total + byte, 0)
  write(148, `${octal(sum, 6)} `)
  return block
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let offset = 0
  for (const part of parts) {
    all.set(part, offset)
    offset += part.length
  }
  return all
}
