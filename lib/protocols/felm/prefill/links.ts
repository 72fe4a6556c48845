import { z } from 'zod'
import { contentOf, isFixedDomain } from '@/lib/protocols/felm/content'
import { ITEM, SEGMENTS } from '@/lib/protocols/felm/labels'
import { linksSchema } from '@/lib/protocols/links'
import type { PrefillStep } from '@/lib/protocols/prefill'
import { count } from '@/lib/protocols/prefilling/parameters'
import { excerpt } from '@/lib/text/excerpt'
import { findPages } from './references'

const LONGEST_NOTE = 200

const parameters = z.object({ pages: count(1, 10, 5, 'Pages', 'Most links proposed.') })

/** Pages on the prompt, proposed as reference links of the whole item. */
export const linksStep: PrefillStep = {
  key: 'links',
  title: 'Reference links',
  summary: 'Searches for the prompt and proposes the pages found as reference links.',
  stage: SEGMENTS,
  methods: ['rules'],
  uses: ['search'],
  after: [],
  parameters,
  prompts: [],
  async run({ content }, tools, settings) {
    const { prompt, ...about } = contentOf(content)
    if (isFixedDomain(about)) return {}
    const hits = await findPages(tools, prompt, parameters.parse(settings.parameters).pages)
    const links = hits.map(({ url, title }) => ({ url, note: excerpt(title, LONGEST_NOTE) }))
    const fit = links.filter((link) => linksSchema.safeParse([link]).success)
    const note = { query: prompt, found: hits.length }
    return fit.length > 0 ? { proposals: [{ unit: ITEM, question: 'links', value: fit }], note } : { note }
  },
}
