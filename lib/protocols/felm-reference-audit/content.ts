import type { Json } from '@/lib/protocols/protocol'
import { parseUrl } from '@/lib/text/parse-url'

/** One reference link of a labelled response, with what it was given for. */
export interface ReferenceContent {
  prompt: string
  response: string
  url: string
  /** What was noted with the link. */
  about: string | null
  /** The segments that it was given for; none: for the response as a whole. */
  segments: readonly string[]
}

/** An item's content as this protocol's type: it was read as the file says. */
export const contentOf = (content: Json): ReferenceContent => content as unknown as ReferenceContent

/** The host of a web address without "www."; the address itself where it is none. */
export const linkHost = (url: string): string => parseUrl(url)?.hostname.replace(/^www\./, '') ?? url
