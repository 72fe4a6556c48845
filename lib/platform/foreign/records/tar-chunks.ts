/** Several files as one stream, and any part of it. */
import { type TarMember, type TarPart, tarParts } from './tar-file'

/** A file that can be read from any byte up to, not including, another. */
export interface OpenableFile extends TarMember {
  open: (start: number, end: number) => AsyncIterable<Buffer>
}

/** A text as such a file. */
export function textFile(name: string, text: string): OpenableFile {
  const bytes = Buffer.from(text)
  return {
    name,
    size: bytes.length,
    lastModified: 0,
    async *open(start, end) {
      yield bytes.subarray(start, end)
    },
  }
}

/** The bytes of their archive from `start` up to, not including, `end`; left out: all of them. */
export async function* tarChunks(
  files: readonly OpenableFile[],
  { start = 0, end = Number.POSITIVE_INFINITY }: { start?: number; end?: number } = {},
): AsyncGenerator<Buffer> {
  let offset = 0
  for (const part of tarParts(files)) {
    const size = sizeOf(part)
    const [from, to] = [Math.max(0, start - offset), Math.min(size, end - offset)]
    offset += size
    if (from >= to) continue
    if ('bytes' in part) yield Buffer.from(part.bytes.subarray(from, to))
    else yield* part.member.open(from, to)
  }
}

const sizeOf = (part: TarPart<OpenableFile>): number => ('bytes' in part ? part.bytes.length : part.member.size)
