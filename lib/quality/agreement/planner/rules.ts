/** How many more responses a wanted width takes, and how that is said. Pure. */
import { type EstimateView, MIN_UNITS } from '@/lib/quality/agreement/contract'
import type { Plan } from './contract'

/** More than so many responses are no plan. */
export const MOST_RESPONSES = 1_000_000

/**
 * Responses in all for an interval of the wanted width: the standard error of a mean over n independent responses, and
 * with it the width w, shrinks with the square root of n, so that n' = n (w / w')^2 (Davison & Hinkley 1997, Bootstrap
 * Methods and their Application, 2.1 and 3.8). `width` is that of the interval of now, by the bootstrap of whole
 * responses, which holds what units of one response have in common.
 */
export function responsesFor(now: { responses: number; width: number }, wanted: number): number {
  return Math.max(now.responses, Math.ceil(now.responses * (now.width / wanted) ** 2 - 1e-9))
}

export type Outcome = Pick<Plan, 'outcome' | 'more' | 'moreUnits' | 'words' | 'wanted'>

/** What to do about the width of an interval. */
export function outcomeOf({ responses, units, estimate, width }: Plan['now'], askedWidth: number | undefined): Outcome {
  const none = { more: null, moreUnits: null, wanted: askedWidth ?? null }
  if (estimate.value === null) {
    const outcome = estimate.reason === 'too-few-units' || units === 0 ? 'too-few-units' : 'undefined'
    return { ...none, outcome, words: withoutPoint(outcome, units, estimate) }
  }
  if (width === null) return { ...none, outcome: 'no-interval', words: NO_INTERVAL }
  const wanted = askedWidth ?? width / 2
  if (width === 0) return { ...none, wanted, outcome: 'no-interval', words: NO_WIDTH }
  if (width <= wanted)
    return {
      outcome: 'enough',
      more: 0,
      moreUnits: 0,
      wanted,
      words: `The interval is ${widthText(width)} wide, which is narrow enough. Nothing more has to be annotated twice for this.`,
    }
  const total = responsesFor({ responses, width }, wanted)
  if (total > MOST_RESPONSES) return { ...none, wanted, outcome: 'out-of-reach', words: OUT_OF_REACH }
  const more = total - responses
  const moreUnits = Math.round((more * units) / responses)
  return {
    outcome: 'planned',
    more,
    moreUnits,
    wanted,
    words: `The interval is ${widthText(width)} wide with ${countOf(responses, 'response')} annotated twice. For a width of ${widthText(wanted)} have ${countOf(more, 'more response')} annotated by two people or more, which is about ${countOf(moreUnits, 'more unit')}.`,
  }
}

const NO_INTERVAL =
  'The coefficient has no interval, since it is undefined in all resamples. Have more responses annotated twice, and plan again.'
const NO_WIDTH =
  'The interval has no width, since every resample gives the same value: from that nothing can be planned. Have more responses annotated twice until some differ, and plan again.'
const OUT_OF_REACH = `That would take more than ${MOST_RESPONSES.toLocaleString('en')} responses. Ask for a wider interval.`

function withoutPoint(outcome: 'too-few-units' | 'undefined', units: number, estimate: EstimateView): string {
  if (outcome === 'too-few-units')
    return `There are ${countOf(units, 'unit')} with two ratings or more, and a plan takes at least ${MIN_UNITS}. Have more responses annotated twice, and plan again.`
  return `${estimate.words ?? 'The coefficient is undefined.'} What is undefined has no interval to plan for: choose another coefficient, such as percent agreement.`
}

const widthText = (width: number): string => width.toFixed(3)
const countOf = (count: number, word: string): string =>
  `${count.toLocaleString('en')} ${word}${count === 1 ? '' : 's'}`
