/** An address that was copied together with words of its page. Pure. */
import { MAX_QUOTE } from '@/lib/automation/evidence/rules'
import { linkProblem } from '@/lib/protocols/links'
import { codePointLength } from '@/lib/text/code-points'
import { cleanWords } from './contract'

export interface PastedPassage {
  address: string
  words: string
}

/** Before the words that browsers mark in an address that leads to them ("Copy link to highlight"; WICG, URL Fragment Text Directives). */
const DIRECTIVE = ':~:'

/**
 * Reads what programs copy with a quotation: words with the address in the line before or after them, or an address that
 * names the words to be marked. null where it is not plain that both are there, or the words do not fit into a quotation.
 */
export function readPassage(text: string): PastedPassage | null {
  const found = fromLines(text.trim()) ?? fromDirective(text.trim())
  if (!found || found.words === '' || codePointLength(found.words) > MAX_QUOTE) return null
  return found
}

function fromLines(text: string): PastedPassage | null {
  const lines = text.split(/\r?\n/)
  const isAddress = (line = '') => linkProblem(line.trim()) === null
  if (lines.length < 2 || lines.filter(isAddress).length !== 1) return null
  const [first = '', last = ''] = [lines[0], lines.at(-1)]
  if (isAddress(first)) return { address: bareAddress(first), words: unquoted(lines.slice(1)) }
  return isAddress(last) ? { address: bareAddress(last), words: unquoted(lines.slice(0, -1)) } : null
}

/** `text=[prefix-,]start[,end][,-suffix]`: with an end, the words between are not there. */
function fromDirective(text: string): PastedPassage | null {
  if (linkProblem(text) !== null) return null
  const directives = text.split(DIRECTIVE)[1]?.split('&') ?? []
  const [only, ...others] = directives.filter((each) => each.startsWith('text='))
  if (only === undefined || others.length > 0) return null
  const parts = only.slice('text='.length).split(',')
  const [words, ...end] = parts.filter((part) => !part.endsWith('-') && !part.startsWith('-'))
  if (words === undefined || end.length > 0) return null
  try {
    return { address: bareAddress(text), words: cleanWords(decodeURIComponent(words)) }
  } catch {
    return null
  }
}

/** The address of the page, without the words to be marked. */
const bareAddress = (text: string) => text.trim().split(DIRECTIVE)[0]?.replace(/#$/, '') ?? ''

/** Without the quotation marks around the whole. */
const unquoted = (lines: readonly string[]) =>
  cleanWords(lines.join('\n'))
    .replace(/^(?:"([^"]*)"|“([^“”]*)”|„([^„“]*)“|«([^«»]*)»)$/u, '$1$2$3$4')
    .trim()
