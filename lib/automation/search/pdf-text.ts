/**
 * The text of a PDF, page after page, within limits. Its scripts and forms are never looked at. A small one may still take hours: it is
 * read apart (lib/platform/foreign).
 */
import { getDocumentProxy } from 'unpdf'
import { MOST_UNPACKED_BYTES } from '@/lib/platform/foreign/limits'
import { StepFailure } from '@/lib/protocols/prefill'
import { unpacksBeyond } from './pdf-unpacked'
import type { ReadableText } from './readable-html'

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
