import { createHash } from 'node:crypto'
import { Transform } from 'node:stream'

const NEW_LINE = 10

/** What went through a meter. */
export interface Reading {
  rows: number
  bytes: number
  sha256: string
}

/**
 * Lets the text of a COPY through and measures it. A row of COPY's text format ends with the only plain new line in it:
 * those inside values are escaped.
 */
export function makeMeter(): { stream: Transform; read: () => Reading } {
  const hash = createHash('sha256')
  let rows = 0
  let bytes = 0
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      for (
        let newlineIndex = chunk.indexOf(NEW_LINE);
        newlineIndex >= 0;
        newlineIndex = chunk.indexOf(NEW_LINE, newlineIndex + 1)
      )
        rows += 1
      done(null, chunk)
    },
  })
  return { stream, read: () => ({ rows, bytes, sha256: hash.digest('hex') }) }
}
