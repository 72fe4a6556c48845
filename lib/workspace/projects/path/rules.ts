/** The way of a project from a file to a release, as its home shows it to managers: what is done, and what is next. Pure. */

import { counted } from '@/lib/text/counted'
import type { HomePath } from '@/lib/workspace/projects/contract'

export type StepKey = 'import' | 'people' | 'guidelines' | 'pilot' | 'agreement' | 'release'

export interface PathStep {
  key: StepKey
  title: string
  /** `next`: the first that is not done. */
  state: 'done' | 'next' | 'later'
  /** How far it is. */
  text: string
  /** What to do about it: a page of the project. */
  act: { text: string; page: string } | null
}

/** So many items are labelled by everybody who is asked before the rest, or all where there are fewer. */
export const PILOT_ITEMS = 10

type Part = Omit<PathStep, 'state'> & { done: boolean }

/** The six steps in their order. */
export function pathSteps(path: HomePath): PathStep[] {
  const parts = [
    importPart(path),
    peoplePart(path),
    guidelinesPart(path),
    pilotPart(path),
    agreementPart(path),
    releasePart(path),
  ]
  const first = parts.findIndex(({ done }) => !done)
  return parts.map(({ done, ...part }, index) => ({
    ...part,
    state: done ? 'done' : index === first ? 'next' : 'later',
  }))
}

const importPart = ({ items }: HomePath): Part => ({
  key: 'import',
  title: 'Import',
  done: items > 0,
  text: items > 0 ? `${counted(items, 'item')}.` : 'There are no items yet.',
  act: { text: items > 0 ? 'Import more' : 'Import items', page: 'import' },
})

function peoplePart({ annotators, invited, raters, ratedBefore }: HomePath): Part {
  const missing = raters - annotators
  const waiting = invited > 0 ? ` ${counted(invited, 'invitation')} not accepted yet.` : ''
  const who = annotators === 1 ? 'One person annotates' : `${annotators.toLocaleString('en')} people annotate`
  return {
    key: 'people',
    title: 'People',
    done: missing <= 0 || ratedBefore,
    text: `${who}; an item asks for ${raters}.${waiting}`,
    act: { text: missing > 0 ? 'Invite people' : 'See the members', page: 'members' },
  }
}

const guidelinesPart = ({ guidelineVersion, guidelinesOfProtocol, ratedBefore }: HomePath): Part => ({
  key: 'guidelines',
  title: 'Guidelines',
  done: !guidelinesOfProtocol || ratedBefore,
  text: guidelinesOfProtocol
    ? 'As the protocol brings them: say in them what is special about your texts.'
    : `Version ${guidelineVersion} is in force.`,
  act: { text: guidelinesOfProtocol ? 'Read and adapt them' : 'Read them', page: 'guidelines' },
})

function pilotPart({ items, reached }: HomePath): Part {
  const wanted = Math.min(PILOT_ITEMS, items)
  const done = items > 0 && reached >= wanted
  return {
    key: 'pilot',
    title: 'Pilot',
    done,
    text: pilotText({ items, reached, wanted }),
    act: done
      ? { text: 'Plan the rest', page: 'agreement/plan' }
      : items > 0
        ? { text: 'Give out the first items', page: 'assignments' }
        : { text: 'Plan how many', page: 'agreement/plan' },
  }
}

/** The pilot counts up to its own size; the page Progress counts all items. */
function pilotText({ items, reached, wanted }: { items: number; reached: number; wanted: number }): string {
  if (items === 0) return 'A few items are labelled by everybody first, before the rest is given out.'
  if (reached < wanted)
    return `Everybody who is asked has labelled ${reached.toLocaleString('en')} of the ${counted(wanted, 'item')} that a pilot takes.`
  return `The ${counted(wanted, 'item')} that a pilot takes ${wanted === 1 ? 'is' : 'are'} labelled by everybody who is asked; of all ${counted(items, 'item')}, ${reached.toLocaleString('en')} ${reached === 1 ? 'is' : 'are'}.`
}

function agreementPart({ reached, compared, toSettle, raters, votes }: HomePath): Part {
  const alone = raters === 1 && compared === 0
  const settle = toSettle > 0 ? `; ${counted(toSettle, 'task')} to settle` : votes ? '' : '; nothing is left to settle'
  const text = alone
    ? 'One person labels each item: there is nothing to compare.'
    : compared === 0
      ? 'Nothing is labelled by two people yet.'
      : `${counted(compared, 'item')} compared${settle}.`
  return {
    key: 'agreement',
    title: 'Agreement',
    done: toSettle === 0 && (compared > 0 || (alone && reached > 0)),
    text,
    act:
      toSettle > 0
        ? { text: 'Settle what they differ on', page: 'review' }
        : compared > 0
          ? { text: 'Look at the agreement', page: 'agreement' }
          : null,
  }
}

function releasePart({ gold, release, votes }: HomePath): Part {
  const state = votes ? 'tallied' : 'gold'
  return {
    key: 'release',
    title: 'Release',
    done: release !== null,
    text:
      release === null
        ? gold > 0
          ? `${counted(gold, 'item is', 'items are')} ${state}, and none is released.`
          : `Nothing is ${state} yet.`
        : `Release ${release} is out; ${counted(gold, 'item is', 'items are')} ${state}.`,
    act: gold > 0 ? { text: release === null ? 'Build a release' : 'See the releases', page: 'releases' } : null,
  }
}
