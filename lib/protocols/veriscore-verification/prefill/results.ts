import { z } from 'zod'
import { linkProblem } from '@/lib/protocols/links'
import type { Hit, PrefillStep } from '@/lib/protocols/prefill'
import { contentOf, MOST_RESULTS } from '@/lib/protocols/veriscore-verification/content'
import { VERIFY } from '@/lib/protocols/veriscore-verification/fields'
import { excerpt } from '@/lib/text/excerpt'
import { asResult } from './with-evidence'

const LONGEST_TITLE = 300
const LONGEST_SNIPPET = 2_000

const parameters = z.object({
  most: z.int().min(1).max(MOST_RESULTS).default(MOST_RESULTS).meta({
    title: 'Results',
    description: 'How many search results a claim is judged by at most.',
  }),
})

/** Search results for the claim: the claim itself is what is searched for (VeriScore 3.2). */
export const resultsStep: PrefillStep = {
  key: 'results',
  title: 'Search results',
  summary:
    'Searches for the claim and keeps title, snippet and address of what is found. Results that came along stay.',
  stage: VERIFY,
  methods: ['rules'],
  uses: ['search'],
  after: [],
  parameters,
  prompts: [],
  async run({ content }, tools, settings) {
    const { claim, results } = contentOf(content)
    const { most } = parameters.parse(settings.parameters)
    if (results.length >= most) return { note: { query: claim, found: 0, kept: 0 } }
    const hits = await tools.search(claim)
    const found = hits.map(asFound).filter(({ title, snippet }) => title !== '' || snippet !== '')
    const newResults = found.slice(0, most - results.length)
    const note = { query: claim, found: hits.length, kept: newResults.length }
    return newResults.length > 0 ? { evidence: newResults.map(asResult), note } : { note }
  },
}

/** Only addresses that can be opened are kept. */
const asFound = ({ title, snippet, url }: Hit) => ({
  title: excerpt(title, LONGEST_TITLE),
  snippet: excerpt(snippet, LONGEST_SNIPPET),
  link: linkProblem(url) === null ? url : null,
})
