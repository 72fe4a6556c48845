import type { Json } from '@/lib/protocols/protocol'

/** FELM's five domains, as its records name them; `wk` is world knowledge, `writing_rec` writing and recommendation. */
export const felmDomains = ['wk', 'science', 'math', 'reasoning', 'writing_rec'] as const
export type FelmDomain = (typeof felmDomains)[number]

/** A FELM item: a prompt, what a model answered, where the prompt comes from, and page texts that came with it. */
export type FelmContent = {
  prompt: string
  response: string
  /** Any word; null where nobody gave one. */
  domain: string | null
  /** The domain of the paper whose rules hold, where somebody's own word stands for it. */
  ruleDomain?: FelmDomain
  source: string | null
  index: string | null
  refContents: string[]
}

/** An item's content as this protocol's type: one of its formats read it when it was imported. */
export const contentOf = (content: Json): FelmContent => content as FelmContent

/** In mathematics and reasoning every error counts as one of reasoning, and there is nothing to link to. */
export function isFixedDomain({ domain, ruleDomain }: Pick<FelmContent, 'domain' | 'ruleDomain'>): boolean {
  const rule = ruleDomain ?? domain
  return rule === 'math' || rule === 'reasoning'
}

/** The domain that a source names: sources are written like `felm-wk`. */
export const domainOf = (source: string): string | null => /^felm-(\w+)$/.exec(source)?.[1] ?? null
