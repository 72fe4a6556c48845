/** A person's own search engine: a web address with `%s` in the place of the query, as browsers write it. Pure; runs anywhere. */
import { z } from 'zod'
import { linkProblem } from '@/lib/protocols/links'

/** Stands in an address where the query goes. */
export const QUERY_PLACE = '%s'
/** The longest address of a search engine, in UTF-16 units. */
export const LONGEST_ENGINE = 500

/** Search engines to choose from, by name. */
export const COMMON_ENGINES: readonly { title: string; address: string }[] = [
  { title: 'Bing', address: 'https://www.bing.com/search?q=%s' },
  { title: 'Brave Search', address: 'https://search.brave.com/search?q=%s' },
  { title: 'DuckDuckGo', address: 'https://duckduckgo.com/?q=%s' },
  { title: 'Ecosia', address: 'https://www.ecosia.org/search?q=%s' },
  { title: 'Google', address: 'https://www.google.com/search?q=%s' },
  { title: 'Google Scholar', address: 'https://scholar.google.com/scholar?q=%s' },
  { title: 'PubMed', address: 'https://pubmed.ncbi.nlm.nih.gov/?term=%s' },
  { title: 'Startpage', address: 'https://www.startpage.com/sp/search?query=%s' },
  { title: 'Wikipedia', address: 'https://en.wikipedia.org/w/index.php?search=%s' },
]

const filled = (address: string, word: string) => address.replaceAll(QUERY_PLACE, () => word)

/** What is wrong with the address of a search engine, in words, or null. Nothing is fetched. */
export function engineProblem(address: string): string | null {
  if (!/^https:\/\//i.test(address)) return 'The address begins with https://.'
  if (address.length > LONGEST_ENGINE) return `The address has at most ${LONGEST_ENGINE} characters.`
  if (!address.includes(QUERY_PLACE)) return 'Write %s where the query goes, as in https://www.example.org/search?q=%s.'
  // With a query in it, it has to be the address of one and the same site, whatever the query.
  const problem = linkProblem(filled(address, 'a'))
  if (problem) return problem
  const sites = ['a', 'b'].map((word) => URL.parse(filled(address, word))?.origin)
  return sites[0] !== undefined && sites[0] === sites[1]
    ? null
    : 'Write %s after the name of the site: the query cannot be part of that name.'
}

/** The address at which a checked engine searches for the query. */
export const engineAddress = (engine: string, query: string): string =>
  filled(engine, encodeURIComponent(query.toWellFormed()))

/** How people call it: by its common name, else by its host. */
export function engineTitle(engine: string): string {
  const common = COMMON_ENGINES.find(({ address }) => address === engine)
  return common?.title ?? URL.parse(filled(engine, 'a'))?.hostname.replace(/^www\./, '') ?? engine
}

/** A search engine as people send it; null takes it back. */
export const engineSchema = z
  .string()
  .trim()
  .superRefine((address, context) => {
    const message = engineProblem(address)
    if (message) context.addIssue({ code: 'custom', message })
  })
  .nullable()
