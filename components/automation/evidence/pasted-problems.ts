import { MAX_QUOTE } from '@/lib/automation/evidence/rules'
import { linkProblem } from '@/lib/protocols/links'
import { codePointLength } from '@/lib/text/code-points'

/** What is wrong with an address and a quotation that a person pasted, by field. */
export function pastedProblems(
  { url, quote }: { url: string; quote: string },
  takes: 'list' | 'links' | 'none' | undefined,
): { url?: string; quote?: string } {
  const address = url === '' ? 'Paste the address of the page.' : linkProblem(url)
  const words =
    quote === '' && takes === 'list'
      ? 'Paste what the page says, word for word.'
      : codePointLength(quote) > MAX_QUOTE
        ? `A quotation has at most ${MAX_QUOTE.toLocaleString('en')} characters.`
        : null
  return { ...(address ? { url: address } : {}), ...(words ? { quote: words } : {}) }
}
