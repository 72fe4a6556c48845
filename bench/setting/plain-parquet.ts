/** Writes Parquet files of texts, row group by row group, plain and unpacked: no more than measuring their reader needs. */
import { once } from 'node:events'
import { createWriteStream, type WriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'

const TYPES = { i32: 5, i64: 6, binary: 8, list: 9, struct: 12 } as const
const [BYTE_ARRAY, UTF8, REQUIRED, PLAIN, RLE, DATA_PAGE, UNCOMPRESSED] = [6, 0, 0, 0, 3, 0, 0]

type Field = [number, keyof typeof TYPES, Buffer]

function varint(value: number): Buffer {
  const bytes = []
  for (let left = value; ; left = Math.floor(left / 128)) {
    if (left < 128) return Buffer.from([...bytes, left])
    bytes.push((left % 128) + 128)
  }
}

/** Whole numbers from 0 on, as the compact protocol of Thrift writes signed ones. */
const int = (value: number) => varint(value * 2)
const text = (value: string) => Buffer.concat([varint(Buffer.byteLength(value)), Buffer.from(value)])

function list(type: keyof typeof TYPES, entries: readonly Buffer[]): Buffer {
  const { length } = entries
  const head =
    length < 15
      ? Buffer.from([length * 16 + TYPES[type]])
      : Buffer.concat([Buffer.from([240 + TYPES[type]]), varint(length)])
  return Buffer.concat([head, ...entries])
}

function struct(fields: readonly Field[]): Buffer {
  let last = 0
  const parts = fields.map(([id, type, value]) => {
    const head = Buffer.from([(id - last) * 16 + TYPES[type]])
    last = id
    return Buffer.concat([head, value])
  })
  return Buffer.concat([...parts, Buffer.from([0])])
}

export class PlainParquet {
  private offset = 0
  private rows = 0
  private readonly groups: Buffer[] = []
  private readonly stream: WriteStream

  constructor(
    path: string,
    private readonly columns: readonly string[],
  ) {
    this.stream = createWriteStream(path)
  }

  /** `values`: of each column, the texts of the rows. */
  async writeGroup(values: readonly (readonly string[])[]): Promise<void> {
    if (this.offset === 0) await this.write(Buffer.from('PAR1'))
    const chunks: Buffer[] = []
    const begin = this.offset
    for (const [index, name] of this.columns.entries()) chunks.push(await this.writeColumn(name, values[index] ?? []))
    const count = values[0]?.length ?? 0
    this.rows += count
    const size = this.offset - begin
    this.groups.push(
      struct([
        [1, 'list', list('struct', chunks)],
        [2, 'i64', int(size)],
        [3, 'i64', int(count)],
      ]),
    )
  }

  private async writeColumn(name: string, texts: readonly string[]): Promise<Buffer> {
    const data = Buffer.concat(
      texts.flatMap((value) => {
        const bytes = Buffer.from(value)
        const length = Buffer.alloc(4)
        length.writeUInt32LE(bytes.length)
        return [length, bytes]
      }),
    )
    const page = struct([
      [1, 'i32', int(DATA_PAGE)],
      [2, 'i32', int(data.length)],
      [3, 'i32', int(data.length)],
      [
        5,
        'struct',
        struct([
          [1, 'i32', int(texts.length)],
          [2, 'i32', int(PLAIN)],
          [3, 'i32', int(RLE)],
          [4, 'i32', int(RLE)],
        ]),
      ],
    ])
    const at = this.offset
    await this.write(page)
    await this.write(data)
    const size = this.offset - at
    const about = struct([
      [1, 'i32', int(BYTE_ARRAY)],
      [2, 'list', list('i32', [int(PLAIN)])],
      [3, 'list', list('binary', [text(name)])],
      [4, 'i32', int(UNCOMPRESSED)],
      [5, 'i64', int(texts.length)],
      [6, 'i64', int(size)],
      [7, 'i64', int(size)],
      [9, 'i64', int(at)],
    ])
    return struct([
      [2, 'i64', int(at)],
      [3, 'struct', about],
    ])
  }

  async end(): Promise<void> {
    const root = struct([
      [4, 'binary', text('schema')],
      [5, 'i32', int(this.columns.length)],
    ])
    const leaves = this.columns.map((name) =>
      struct([
        [1, 'i32', int(BYTE_ARRAY)],
        [3, 'i32', int(REQUIRED)],
        [4, 'binary', text(name)],
        [6, 'i32', int(UTF8)],
      ]),
    )
    const footer = struct([
      [1, 'i32', int(1)],
      [2, 'list', list('struct', [root, ...leaves])],
      [3, 'i64', int(this.rows)],
      [4, 'list', list('struct', this.groups)],
    ])
    const length = Buffer.alloc(4)
    length.writeUInt32LE(footer.length)
    await this.write(Buffer.concat([footer, length, Buffer.from('PAR1')]))
    this.stream.end()
    await finished(this.stream)
  }

  private async write(bytes: Buffer): Promise<void> {
    this.offset += bytes.length
    if (!this.stream.write(bytes)) await once(this.stream, 'drain')
  }
}
