/** The readable text of what was fetched. Run in the processes that read foreign input (foreign-readers.ts). Pure. */
import { createHash } from 'node:crypto'
import { StepFailure } from '@/lib/protocols/prefill'
import { storableText } from '@/lib/text/storable'
import { cutText, decodeText } from './decode-text'
import { pdfText } from './pdf-text'
import { type ReadableText, readableHtml } from './readable-html'

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
