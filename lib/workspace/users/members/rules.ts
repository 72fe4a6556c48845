import type { Member } from './contract'

/** The words of a text, with commas between them. */
export const wordsOf = (text: string): string[] =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')

/** Quota and what a member takes, as they are typed; an empty text is no limit, or everything. */
export const partsOf = ({ quota, takes: { domains, tags, languages } }: Pick<Member, 'quota' | 'takes'>) => ({
  quota: quota === null ? '' : String(quota),
  domains: domains.join(', '),
  tags: tags.join(', '),
  languages: languages.join(', '),
})
