/** The text of a PDF, page after page, within limits. Its scripts and forms are never looked at. */
import { getDocumentProxy } from 'unpdf'
import { StepFailure } from '@/lib/protocols/prefill'
import type { ReadableText } from './readable-html'

export interface PdfLimits {
  pages: number
  /** UTF-16 units. */
  characters: number
}

export const pdfLimits: PdfLimits = { pages: 150, characters: 1_000_000 }

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>

async function pageText(pdf: Pdf, number: number): Promise<string> {
  const page = await pdf.getPage(number)
  const { items } = await page.getTextContent()
  const lines = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : ''))
  page.cleanup()
  return lines
    .join('')
    .replace(/[^\S\n]+/g, ' ')
    .trim()
}

async function titleOf(pdf: Pdf): Promise<string> {
  const { info } = await pdf.getMetadata()
  const title: unknown = 'Title' in info ? info.Title : ''
  return typeof title === 'string' ? title.trim().slice(0, 300) : ''
}

const unreadable = () =>
  new StepFailure('page_failed', 'The PDF cannot be read: it is damaged or locked. Quote what matters by hand.')

async function openPdf(bytes: Uint8Array): Promise<Pdf> {
  try {
    return await getDocumentProxy(new Uint8Array(bytes), { isEvalSupported: false, stopAtErrors: false, verbosity: 0 })
  } catch {
    throw unreadable()
  }
}

/** Reads until a limit is reached. Throws StepFailure `page_failed`, or the signal's reason between two pages. */
export async function pdfText(bytes: Uint8Array, signal: AbortSignal, limits = pdfLimits): Promise<ReadableText> {
  const pdf = await openPdf(bytes)
  try {
    const pages: string[] = []
    let length = 0
    for (let number = 1; number <= Math.min(pdf.numPages, limits.pages) && length < limits.characters; number++) {
      signal.throwIfAborted()
      const text = await pageText(pdf, number)
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
