import { counted } from '@/lib/text/counted'
import type { Left, OutsideReason } from './contract'

/** Who lacks what, as a sentence for the reason why items got nobody. */
export function leftText({ reason, domain, tags, language, needed, takers, items }: Left): string {
  const several = items === 1 ? 'has' : 'have'
  const people = counted(needed, 'person', 'people')
  switch (reason) {
    case 'room':
      return `${several} room for fewer than ${people}.`
    case 'takers':
      return `${aboutText({ domain, tags, language })}: ${needed === 1 ? '1 person is' : `${needed} people are`} needed, and ${takers.length === 0 ? 'nobody takes them' : `only ${takers.join(' and ')} ${takers.length === 1 ? 'takes' : 'take'} them`}.`
    case 'barred':
      return `${several} too few people left: the others hold a share, have skipped it, had it taken away, or have read its answers.`
    case 'quota':
      return `${several} nobody left with room: those who take ${items === 1 ? 'it' : 'them'} are at their quota or at the most set here.`
    case 'pairs':
      return `would bring a pair together more often than the limit allows.`
    case 'unsearched':
      return `${several} nobody yet, and no way to give ${items === 1 ? 'it' : 'them'} was looked for further: assign the others, then ask again.`
  }
}

function aboutText({ domain, tags, language }: Pick<Left, 'domain' | 'tags' | 'language'>): string {
  const parts = [
    `domain ${domain === null ? 'none' : `“${domain}”`}`,
    ...(tags.length > 0 ? [`${tags.length === 1 ? 'tag' : 'tags'} ${tags.map((tag) => `“${tag}”`).join(', ')}`] : []),
    ...(language === null ? [] : [`language “${language}”`]),
  ]
  return parts.join(', ')
}

/** Why so many of the selected items are not among the tasks; to follow “12 items”. */
export const OUTSIDE_WORDS: Readonly<Record<OutsideReason, string>> = {
  narrowed: 'outside the range, domain or tag given here',
  discarded: 'discarded',
  none: 'without a task in this stage yet',
  preparing: 'not open for annotation yet',
  full: 'assigned to as many people as there is room for',
  annotated: 'annotated already',
}
