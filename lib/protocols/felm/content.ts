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
  /** Any word; null where nobody gave one. */
  domain: z.string().nullable(),
  /** The domain of the paper whose rules hold, where somebody's own word stands for it. */
  ruleDomain: z.enum(felmDomains).optional(),
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
export function isFixedDomain({ domain, ruleDomain }: Pick<FelmContent, 'domain' | 'ruleDomain'>): boolean {
  const rule = ruleDomain ?? domain
  return rule === 'math' || rule === 'reasoning'
}

export const isFelmDomain = (domain: string): domain is FelmDomain => felmDomains.some((each) => each === domain)

/** The words for a domain: the paper's, or the domain itself. */
export const domainTitle = (domain: string): string => (isFelmDomain(domain) ? domainTexts[domain] : domain)

/** The domains of some responses: the paper's in its order, then others, and null for those without one. */
export const domainsAmong = (domains: readonly (string | null)[]): (string | null)[] => {
  const others = [...new Set(domains)].filter((each) => each !== null && !isFelmDomain(each))
  return [...felmDomains, ...others.sort(), null]
}
