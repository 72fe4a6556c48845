/** The readable text of what was fetched. Run in the processes that read foreign input (foreign-readers.ts). Pure. */
import { createHash } from 'node:crypto'
import { StepFailure } from '@/lib/protocols/prefill'
import { storableText } from '@/lib/text/storable'
import { pdfText } from './pdf-text'
import { type ReadableText, readableHtml } from './readable-html'

/* Bytes of the web as text. Pure. */

const decoderFor = (label: string): TextDecoder | null => {
  try {
    return new TextDecoder(label)
  } catch {
    return null
  }
}

function byteOrderMark(bytes: Uint8Array): string | null {
  const [a, b, c] = bytes
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  return a === 0xff && b === 0xfe ? 'utf-16le' : null
}

/** What the first kilobytes of an HTML page say of its own charset; UTF-16 cannot be meant by one that can be read. */
function declared(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, 4_096)).toString('latin1')
  const declaration =
    /<meta[^>]+charset\s*=\s*["']?\s*([\w.:-]+)/i.exec(head) ?? /<\?xml[^>]+encoding=["']([\w.:-]+)/i.exec(head)
  const label = declaration?.[1] ?? null
  return label !== null && /^utf-?16/i.test(label) ? 'utf-8' : label
}

/**
 * By the byte order mark, the header, the page's own word, and otherwise UTF-8 or, where it is not that, Windows-1252 (as the
 * WHATWG's Encoding Standard has it, but for its guesses by language).
 */
export function decodeText(bytes: Uint8Array, charset: string | null): string {
  for (const label of [byteOrderMark(bytes), charset, declared(bytes)]) {
    const decoder = label === null ? null : decoderFor(label)
    if (decoder) return storableText(decoder.decode(bytes))
  }
  try {
    return storableText(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return storableText(new TextDecoder('windows-1252').decode(bytes))
  }
}

/** At most so many UTF-16 units, never half a character. */
const cutText = (text: string, most: number) =>
  text.length <= most ? text : text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')

/** A page as it came over the network, with what its headers say. */
export interface FetchedBytes {
  bytes: Uint8Array
  contentType: string
  charset: string | null
}

export type PageText =
  | {
      ok: true
      title: string
      text: string
      /** sha-256 of the text, hexadecimal. */
      sha256: string
    }
  | { ok: false; message: string }

/** Longest text kept, in UTF-16 units. */
const LONGEST_TEXT = 1_000_000

/** Title and text of HTML, plain text or a PDF; or why it holds none, in words. */
export async function pageText(fetched: FetchedBytes): Promise<PageText> {
  try {
    const read = await readBytes(fetched)
    const text = cutText(storableText(read.text), LONGEST_TEXT)
    const sha256 = createHash('sha256').update(text).digest('hex')
    return { ok: true, title: storableText(read.title), text, sha256 }
  } catch (error) {
    if (error instanceof StepFailure) return { ok: false, message: error.message }
    throw error
  }
}

async function readBytes({ bytes, contentType, charset }: FetchedBytes): Promise<ReadableText> {
  if (contentType === 'application/pdf') return pdfText(bytes, new AbortController().signal)
  const text = decodeText(bytes, charset)
  return contentType === 'text/plain' ? { title: '', text: text.trim() } : readableHtml(text)
}
