/** A file of a release as libraries take files: a Blob that reads from the database as much as is asked of it, when it is. */
import 'server-only'
import { Readable } from 'node:stream'
import { PushInterrupted, type SentFile } from './target'

export class SentBlob extends Blob {
  constructor(
    private readonly file: SentFile,
    private readonly from = 0,
    private readonly to = file.bytes,
    private readonly onRead?: (bytes: number) => void,
  ) {
    super([])
  }

  override get size(): number {
    return this.to - this.from
  }

  /** The same bytes, which tell how many of them are taken; when they are taken again, the first count is taken back. */
  counted(onRead: (bytes: number) => void): SentBlob {
    return new SentBlob(this.file, this.from, this.to, onRead)
  }

  override slice(start = 0, end = this.size): SentBlob {
    const to = Math.min(this.from + end, this.to)
    return new SentBlob(this.file, Math.min(this.from + start, to), to, this.onRead)
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    const bytes = new Uint8Array(this.size)
    let offset = 0
    for await (const piece of this.pieces()) {
      bytes.set(piece, offset)
      offset += piece.length
    }
    return bytes.buffer
  }

  override async text(): Promise<string> {
    return new TextDecoder().decode(await this.arrayBuffer())
  }

  override stream(): ReturnType<Blob['stream']> {
    return Readable.toWeb(Readable.from(this.pieces(), { objectMode: false, highWaterMark: 65_536 })) as ReturnType<
      Blob['stream']
    >
  }

  private taken = 0

  private async *pieces(): AsyncGenerator<Uint8Array> {
    this.onRead?.(-this.taken)
    this.taken = 0
    try {
      for await (const piece of this.file.read(this.from, this.to)) {
        yield piece
        this.taken += piece.length
        this.onRead?.(piece.length)
      }
    } catch (cause) {
      // Said here: a request takes whatever ends it for a failure of the place.
      throw new PushInterrupted('A file of the release could not be read.', { cause })
    }
  }
}
