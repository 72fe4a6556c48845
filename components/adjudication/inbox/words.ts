import type { Tone } from '@/components/ui/tone'
import type { Decision, NextOf, OwnTask, Reveal } from '@/lib/adjudication/inbox/contract'

const counted = (count: number, one: string, many = `${one}s`) =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`

/** What is asked of the reader, in a few words. */
export function decisionWords(decision: Decision): { text: string; tone: Tone } {
  switch (decision.kind) {
    case 'inquiries':
      return { text: counted(decision.open, 'question to answer', 'questions to answer'), tone: 'accent' }
    case 'proposals':
      return { text: counted(decision.asked, 'proposal to answer', 'proposals to answer'), tone: 'accent' }
    case 'discussion':
      if (decision.asked > 0)
        return { text: `${decision.asked.toLocaleString('en')} waiting for your word`, tone: 'accent' }
      // What is open may be a matter of the whole, such as a merged text.
      return {
        text: decision.open > 0 ? `${counted(decision.open, 'difference')} to discuss` : 'To discuss',
        tone: 'partial',
      }
    case 'sent_back':
      return { text: 'Sent back to you', tone: 'stale' }
    case 'answered':
      return { text: 'Your question was answered', tone: 'accent' }
    case 'settle':
      return decision.open > 0
        ? { text: `${counted(decision.open, 'disagreement')} to settle`, tone: 'partial' }
        : { text: 'To confirm', tone: 'positive' }
    case 'approve':
      return { text: 'To approve', tone: 'neutral' }
  }
}

/** That everybody has submitted, and how much they differ in. */
export function revealWords({ raters, open }: NonNullable<Reveal['revealed']>): string {
  const who = raters === 2 ? 'Both are done' : 'All are done'
  // What is open may be a matter of the whole, such as a merged text.
  return `${who}: ${open > 0 ? counted(open, 'difference') : 'something to settle together'}.`
}

export const STANDING_TEXT: Record<OwnTask['standing'], string> = {
  begun: 'In progress',
  given: 'Not begun',
  set_aside: 'Waits for a manager’s answer',
}

/** What the time beside a task is the time of. */
export const SINCE_TEXT: Record<OwnTask['standing'], string> = {
  begun: 'begun',
  given: 'given to you',
  set_aside: 'begun',
}

/** How long a task takes the reader. */
export function minutesWords({ minutes }: Pick<NextOf, 'minutes'>): string | null {
  if (minutes === null) return null
  if (minutes < 1) return 'takes you less than a minute'
  return `takes you about ${counted(Math.round(minutes), 'minute')}`
}
