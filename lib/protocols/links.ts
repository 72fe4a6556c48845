import { z } from 'zod'
import { parseUrl } from '@/lib/text/parse-url'
import type { Json } from './protocol'

const MOST_LINKS = 50
const LONGEST_URL = 2048
const LONGEST_NOTE = 1000

/** What is wrong with a web address as a reference, in words, or null. Nothing is fetched. */
export function linkProblem(url: string): string | null {
  if (!/^https?:\/\//i.test(url)) return 'A link begins with http:// or https://.'
  if (/[\s\p{Cc}]/u.test(url)) return 'A link cannot contain blanks.'
  if (url.length > LONGEST_URL) return `A link has at most ${LONGEST_URL} characters.`
  const parsed = parseUrl(url)
  if (!parsed) return 'This is not a complete web address.'
  return parsed.username || parsed.password ? 'A link must not carry a user name or password.' : null
}

const address = z.string().superRefine((url, context) => {
  const message = linkProblem(url)
  if (message) context.addIssue({ code: 'custom', message })
})

/** A web address by itself. */
export const addressSchema: z.ZodType<Json> = address

const link = z.strictObject({
  url: address,
  note: z.string().max(LONGEST_NOTE).optional(),
})

/** A list of web references (`Link[]`), each with an optional note. */
export const linksSchema: z.ZodType<Json> = z
  .array(link)
  .max(MOST_LINKS, `At most ${MOST_LINKS} links.`)
  .transform((links) => links.map(({ url, note }): Json => (note === undefined ? { url } : { url, note })))

const urls = z.array(z.object({ url: z.string() }))

/** The addresses in an answer to a question of links. */
export function linkUrls(answer: Json): string[] {
  if (answer === null) return []
  const checked = urls.safeParse(answer)
  return checked.success ? checked.data.map(({ url }) => url) : []
}
