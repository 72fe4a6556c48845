/**
 * The text of a PDF, page after page, within limits. Its scripts and forms are never looked at. A small one may still take hours: it is
 * read apart (lib/platform/foreign).
 */

import { constants, inflateSync } from 'node:zlib'
import { getDocumentProxy } from 'unpdf'
import { MOST_UNPACKED_BYTES } from '@/lib/platform/foreign/limits'
import { StepFailure } from '@/lib/protocols/prefill'
import type { ReadableText } from './readable-html'

/* How much the packed streams of a PDF hold: a few kilobytes may unpack to gigabytes. */

/** Dictionaries stand before their streams; longer ones are not looked at beyond this. */
const DICTIONARY = 4_000

/** Do the streams of a PDF that were packed by Flate, once or over and over, hold more than so many bytes? Pictures are left out: nobody unpacks them for their text. */
function unpacksBeyond(bytes: Uint8Array, most: number): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let left = most
  /** Where the next stream ends; the end of the file once no other does. */
  let end = 0
  for (let offset = file.indexOf('stream'); offset >= 0; offset = file.indexOf('stream', offset)) {
    const isEnd = offset >= 3 && file.toString('latin1', offset - 3, offset) === 'end'
    const dictionary = isEnd ? '' : dictionaryBefore(file, offset)
    offset += 'stream'.length
    const times = dictionary.match(/\/(?:FlateDecode|Fl)\b/g)?.length ?? 0
    if (times === 0 || /\/Subtype\s*\/Image\b/.test(dictionary)) continue
    while (file[offset] === 13 || file[offset] === 10) offset++
    if (end < offset) end = file.indexOf('endstream', offset)
    if (end < 0) end = file.length
    const size = unpackedSize(file.subarray(offset, end), times, left)
    if (size === null) return true
    left -= size
  }
  return false
}

/** From the beginning of the object; dictionaries may hold others. */
function dictionaryBefore(file: Buffer, offset: number): string {
  const before = file.toString('latin1', Math.max(0, offset - DICTIONARY), offset)
  return before.slice(before.lastIndexOf(' obj') + 1)
}

/** null beyond `most`; 0 for what is damaged or locked, which nobody unpacks. */
function unpackedSize(packed: Buffer, times: number, most: number): number | null {
  let bytes = packed
  let size = 0
  for (let time = 0; time < times; time++) {
    try {
      bytes = inflateSync(bytes, { maxOutputLength: most - size, finishFlush: constants.Z_SYNC_FLUSH })
    } catch (error) {
      return Object(error).code === 'ERR_BUFFER_TOO_LARGE' ? null : size
    }
    size += bytes.length
    if (size >= most) return null
  }
  return size
}

export interface PdfLimits {
  pages: number
  /** UTF-16 units. */
  characters: number
}

export const pdfLimits: PdfLimits = { pages: 150, characters: 1_000_000 }

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>

type TextContent = Awaited<ReturnType<Awaited<ReturnType<Pdf['getPage']>>['getTextContent']>>

const textIn = ({ items }: TextContent): string =>
  items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')

/** Up to the line in which `most` is reached: what a small file unpacks to on one page may have no end. */
async function pageText(pdf: Pdf, number: number, signal: AbortSignal, most: number): Promise<string> {
  const page = await pdf.getPage(number)
  const reader: ReadableStreamDefaultReader<TextContent> = page.streamTextContent().getReader()
  let text = ''
  try {
    while (text.length < most) {
      signal.throwIfAborted()
      const { done, value } = await reader.read()
      if (done) break
      text += textIn(value)
    }
  } finally {
    await reader.cancel(new Error('enough was read'))
    page.cleanup()
  }
  return text.replace(/[^\S\n]+/g, ' ').trim()
}

async function titleOf(pdf: Pdf): Promise<string> {
  const { info } = await pdf.getMetadata()
  const title: unknown = 'Title' in info ? info.Title : ''
  return typeof title === 'string' ? title.trim().slice(0, 300) : ''
}

const unreadable = () =>
  new StepFailure('page_failed', 'The PDF cannot be read: it is damaged or locked. Quote what matters by hand.')

const tooLarge = () =>
  new StepFailure(
    'page_failed',
    `This PDF cannot be read: it unpacks to more than ${MOST_UNPACKED_BYTES / 1_000_000} MB. Quote what matters by hand.`,
  )

async function openPdf(bytes: Uint8Array): Promise<Pdf> {
  if (unpacksBeyond(bytes, MOST_UNPACKED_BYTES)) throw tooLarge()
  try {
    return await getDocumentProxy(new Uint8Array(bytes), { isEvalSupported: false, stopAtErrors: false, verbosity: 0 })
  } catch {
    throw unreadable()
  }
}

/** Reads until a limit is reached. Throws StepFailure `page_failed`, or the signal's reason between two pieces of text. */
export async function pdfText(bytes: Uint8Array, signal: AbortSignal, limits = pdfLimits): Promise<ReadableText> {
  const pdf = await openPdf(bytes)
  try {
    const pages: string[] = []
    let length = 0
    for (let number = 1; number <= Math.min(pdf.numPages, limits.pages) && length < limits.characters; number++) {
      signal.throwIfAborted()
      const text = await pageText(pdf, number, signal, limits.characters - length)
      pages.push(text)
      length += text.length
    }
    return { title: await titleOf(pdf), text: pages.filter(Boolean).join('\n\n') }
  } catch (error) {
    if (signal.aborted) throw error
    throw unreadable()
  } finally {
    await pdf.destroy()
  }
}
