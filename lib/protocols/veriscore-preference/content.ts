import { z } from 'zod'
import type { Json } from '@/lib/protocols/protocol'
import { methodsFor, methodsSchema } from '@/lib/protocols/side-by-side/methods'

/** What is compared: two ways of listing claims (3.1), or two extractors in one way (appendix F). */
export const variants = ['preference', 'comparison'] as const

/** A source text and the two lists of claims that two methods made of it. */
export const preferenceContent = z.object({
  /** The whole text, however much of it is shown. */
  text: z.string(),
  /** So much of the text is read, in UTF-16 units: 300 words at most, cut at the end of a sentence. */
  cut: z.int().min(0),
  /** Words of the whole text, between blanks. */
  words: z.int().min(0),
  /** The set that the text is from. */
  domain: z.string().nullable(),
  /** Does the text answer a question? `question` is that question, where it is known. */
  isAnswer: z.boolean(),
  question: z.string().nullable(),
  /** The model that extracted both lists. */
  extractor: z.string().nullable(),
  variant: z.enum(variants),
  methods: methodsSchema,
  /** The claims of each method, in the order of `methods`. */
  lists: z.array(z.array(z.string())),
})
export type PreferenceContent = z.infer<typeof preferenceContent>

/** An item's content as this protocol's type: it passed the schema when it was imported. */
export function contentOf(content: Json): PreferenceContent {
  return content as PreferenceContent
}

/** One method's list of claims. */
export type ClaimList = { method: string; claims: string[] }

/** A list as a text: one claim a line. */
export const asText = (claims: readonly string[]): string => claims.join('\n')

/** The claims of such a text. */
export const claimsIn = (text: string): string[] => text.split('\n').filter((claim) => claim !== '')

/** Claims as they are kept: each on one line, none empty. */
export const tidyClaims = (claims: readonly string[]): string[] =>
  claims.map((claim) => claim.replace(/\s+/gu, ' ').trim()).filter((claim) => claim !== '')

/** The parts of a content that lists make. */
export const partsOf = (lists: readonly ClaimList[]): Pick<PreferenceContent, 'methods' | 'lists'> => ({
  methods: methodsFor(lists.map(({ method, claims }) => ({ method, text: asText(claims) }))),
  lists: lists.map(({ claims }) => claims),
})

/** The lists of a content, each with its method. */
export const listsOf = ({ methods, lists }: PreferenceContent): ClaimList[] =>
  methods.map(({ method }, index) => ({ method, claims: lists[index] ?? [] }))

/** What annotators are given: the text as far as it is read, and nothing of who made what. */
export function shows(content: Json): Json {
  const parsedContent = contentOf(content)
  return {
    ...parsedContent,
    text: parsedContent.text.slice(0, parsedContent.cut),
    extractor: null,
    methods: [],
    lists: [],
  }
}
