/**
 * What a bookmark takes along from a page of the web: address, title and chosen words, behind the `#` of an address of Assay, which
 * browsers never send. And the messages by which that page hands them to the open tasks of this browser. Pure.
 */
import { z } from 'zod'
import { MAX_QUERY } from '@/lib/automation/evidence/contract'
import { MAX_QUOTE } from '@/lib/automation/evidence/rules'
import { linkProblem } from '@/lib/protocols/links'
import { codePointLength, codePointSlice } from '@/lib/text/code-points'

/** The page that a bookmark opens. */
export const CLIP_PATH = '/add-evidence'
/** Code points of a title that are kept. */
const LONGEST_TITLE = 300

/** What came along, cleaned. `address` is empty where none came that can be opened. */
export interface Clip {
  address: string
  title: string
  words: string
  /** Were the chosen words longer than a quotation may be? */
  cut: boolean
}

/** Line breaks and tabs stay; other control characters, and marks that turn text around, do not. */
const UNWANTED = /(?![\n\t])[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu
/** Without control characters and marks that turn text around. */
export const cleanWords = (text: string) => text.toWellFormed().replaceAll('\r\n', '\n').replaceAll(UNWANTED, '').trim()

/** Reads what stands behind `#`; anything may stand there. null where neither an address nor words came. */
export function readClip(hash: string): Clip | null {
  const sent = new URLSearchParams(hash.replace(/^#/, ''))
  const address = URL.parse(sent.get('address') ?? '')?.href ?? ''
  const words = cleanWords(sent.get('words') ?? '')
  const clip = {
    address: linkProblem(address) === null ? address : '',
    title: codePointSlice(cleanWords(sent.get('title') ?? '').replaceAll(/\s+/g, ' '), 0, LONGEST_TITLE),
    words: codePointSlice(words, 0, MAX_QUOTE),
    cut: codePointLength(words) > MAX_QUOTE,
  }
  return clip.address === '' && clip.words === '' ? null : clip
}

/**
 * The address of the bookmark. It runs in the page of the web, with that page's rights and no others: it reads what is chosen there
 * and opens Assay, which sees neither the page nor its window.
 */
export const bookmarkAddress = (origin: string): string =>
  `javascript:${encodeURIComponent(
    `(()=>{const q=new URLSearchParams({address:location.href,title:document.title.slice(0,${LONGEST_TITLE}),` +
      `words:String(getSelection()||"").slice(0,${2 * MAX_QUOTE})});` +
      `open(${JSON.stringify(origin + CLIP_PATH)}+"#"+q,"_blank","noopener")})()`,
  )}`

/** Between tabs of this browser, of this origin. */
export const CLIP_CHANNEL = 'assay-evidence'

const tab = z.string().max(100)
const unit = z.string().max(100)

/** `ask`: which tasks are open? `place`: this one is, at this unit. `gone`: not any more. `add`: make evidence of it. `answer`: what became of it. */
export const clipMessageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ask') }),
  z.object({
    kind: z.literal('place'),
    tab,
    userId: z.string(),
    project: z.string(),
    item: z.string(),
    unit,
    /** “claim 3 of sentence 1”. */
    unitName: z.string(),
    text: z.string(),
    takes: z.enum(['list', 'links', 'none']),
    /** The query that was written for the unit; empty where none was. */
    query: z.string(),
  }),
  z.object({ kind: z.literal('gone'), tab }),
  z.object({
    kind: z.literal('add'),
    tab,
    userId: z.string(),
    unit,
    address: z.string().refine((address) => linkProblem(address) === null),
    quote: z.string().refine((quote) => codePointLength(quote) <= MAX_QUOTE),
    query: z.string().max(MAX_QUERY),
  }),
  z.object({ kind: z.literal('answer'), tab, done: z.boolean(), text: z.string() }),
])
export type ClipMessage = z.infer<typeof clipMessageSchema>
export type ClipPlace = Extract<ClipMessage, { kind: 'place' }>
