/** Search results as records hold them: lists of objects, a search engine's answer, or one text. */
import type { Json, RecordProblem } from '@/lib/protocols/protocol'
import { isJsonRecord, type JsonRecord } from '@/lib/protocols/record-fields'
import { MOST_RESULTS, type SearchResult } from '@/lib/protocols/veriscore-verification/content'

/** The results that a field holds; null where it holds something else. Empty for null and blanks. */
export function readResults(value: Json | undefined): SearchResult[] | null {
  if (value === undefined || value === null) return []
  if (typeof value === 'string') return parseResultsText(value)
  if (Array.isArray(value)) {
    const results = value.map(readResult)
    return results.some((each) => each === null) ? null : results.filter((each) => each !== null)
  }
  return isJsonRecord(value) && Array.isArray(value.organic) ? readResults(value.organic) : null
}

function readResult(entry: Json): SearchResult | null {
  if (typeof entry === 'string') return { title: '', snippet: entry, link: null }
  if (!isJsonRecord(entry)) return null
  const text = (...names: string[]) => names.map((name) => entry[name]).find((value) => typeof value === 'string')
  const [title, snippet, link] = [text('title'), text('snippet', 'content'), text('link', 'url')]
  if (title === undefined && snippet === undefined && link === undefined) return null
  return { title: title ?? '', snippet: snippet ?? '', link: link?.trim() || null }
}

const HEADING = /^[ \t]*Search result #?\d+:?[ \t]*$/im
const FIELD = /^(Title|Link|Content|Snippet):[ \t]?/i

/** Results written one below the other under "Search result k", with Title, Link and Content in any order. */
export function parseResultsText(text: string): SearchResult[] | null {
  if (text.trim() === '') return []
  const [before = '', ...blocks] = text.split(HEADING)
  if (blocks.length === 0 || before.trim() !== '') return null
  return blocks.map(parseBlock)
}

function parseBlock(block: string): SearchResult {
  const found: Record<string, string> = {}
  let field = ''
  for (const line of block.trim().split('\n')) {
    const [start, name] = FIELD.exec(line) ?? []
    if (start !== undefined && name !== undefined && !(name.toLowerCase() in found)) {
      field = name.toLowerCase()
      found[field] = line.slice(start.length)
      // What goes on in a second line belongs to the field before.
    } else if (field !== '') found[field] += `\n${line}`
  }
  const link = found.link?.trim()
  return {
    title: found.title?.trim() ?? '',
    snippet: (found.content ?? found.snippet ?? '').trim(),
    link: link ? link : null,
  }
}

/** As the pipeline writes them for its verifier. */
export const pipelineText = (results: readonly SearchResult[]): string =>
  results
    .map(({ title, snippet, link }, index) =>
      [`Search result ${index + 1}`, `Title: ${title}`, `Link: ${link ?? ''}`, `Content: ${snippet}`, '', ''].join(
        '\n',
      ),
    )
    .join('')

/** As the few-shot examples have them. */
export const fewShotText = (results: readonly SearchResult[]): string =>
  results
    .map(({ title, snippet, link }, index) =>
      [`Search result ${index + 1}`, `Title: ${title}`, `Content: ${snippet}`, `Link: ${link ?? ''}`].join('\n'),
    )
    .join('\n\n')

/** As a list of objects. */
export const resultObjects = (results: readonly SearchResult[]): JsonRecord[] =>
  results.map(({ title, snippet, link }) => ({ title, snippet, link }))

/** The first ten; says so where there were more. */
export function firstResults(results: SearchResult[], field: string, warnings: RecordProblem[]): SearchResult[] {
  if (results.length > MOST_RESULTS) {
    const message = `There are ${results.length} search results; the first ${MOST_RESULTS} are used.`
    warnings.push({ field, message, fix: 'Nothing, unless others should be used: then put these first.' })
  }
  return results.slice(0, MOST_RESULTS)
}

export const isSameResults = (one: readonly SearchResult[], other: readonly SearchResult[]): boolean =>
  JSON.stringify(resultObjects(one)) === JSON.stringify(resultObjects(other))
