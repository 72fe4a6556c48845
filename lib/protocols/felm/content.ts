import { z } from 'zod'
import type { Json } from '@/lib/protocols/protocol'

/** FELM's five domains, as its records name them; `wk` is world knowledge, `writing_rec` writing and recommendation. */
export const felmDomains = ['wk', 'science', 'math', 'reasoning', 'writing_rec'] as const
export type FelmDomain = (typeof felmDomains)[number]

export const domainTexts: Readonly<Record<FelmDomain, string>> = {
  wk: 'World knowledge',
  science: 'Science and technology',
  math: 'Mathematics',
  reasoning: 'Reasoning',
  writing_rec: 'Writing and recommendation',
}

/** A FELM item: a prompt, what a model answered, where the prompt comes from, and page texts that came with it. */
export const felmContent = z.object({
  prompt: z.string(),
  response: z.string(),
  /** Null where nobody gave one. */
  domain: z.enum(felmDomains).nullable(),
  source: z.string().nullable(),
  index: z.string().nullable(),
  refContents: z.array(z.string()),
})
export type FelmContent = z.infer<typeof felmContent>

/** An item's content as this protocol's type: it passed the schema when it was imported. */
export function contentOf(content: Json): FelmContent {
  return content as FelmContent
}

/** In mathematics and reasoning every error counts as one of reasoning, and there is nothing to link to. */
export function isFixedDomain(domain: FelmDomain | null): boolean {
  return domain === 'math' || domain === 'reasoning'
}
