import type { ReactNode } from 'react'
import { type Bench, unitId } from '@/components/annotation/workbench/bench-context'
import { BENCH_KEYS } from '@/components/annotation/workbench/keys'
import { SHELL_KEYS } from '@/components/shell/keys'
import { Kbd } from '@/components/ui/kbd'
import { ENTER } from '@/lib/platform/client/fixed-keys'
import type { Box } from './place'
import { around, within } from './place'

export interface TourStep {
  title: string
  text: ReactNode
  /** Where in the window it is what the step explains; null where it is not there. Brings it into sight first if asked. */
  find(show: boolean): Box | null
}

interface TourOf {
  bench: Bench
  practice: boolean
}

/** What is said of keys; on narrow screens, where none are drawn and one touches more often than one types, what is touched instead. */
function ByKey({ touched, children }: { touched: string; children: ReactNode }) {
  return (
    <>
      <span className="max-sm:hidden">{children}</span>
      <span className="sm:hidden">{touched}</span>
    </>
  )
}

const Submitting = () => (
  <ByKey touched="“Submit”">
    <Kbd of={BENCH_KEYS.submit} />
  </ByKey>
)

/** The steps of the tour, each about a part of the workbench that is on the page. */
export function tourSteps({ bench, practice }: TourOf): readonly TourStep[] {
  const seconds = bench.workbench.takeBackSeconds
  return [
    {
      title: 'What you judge',
      text: (
        <>
          Read here. The part that is outlined is the one whose questions are open:{' '}
          <ByKey touched="touch another one to open its questions.">
            <Kbd of={BENCH_KEYS.next} /> goes to the next, <Kbd of={BENCH_KEYS.previous} /> back.
          </ByKey>
        </>
      ),
      find: (show) => findText(bench.open, show),
    },
    {
      title: 'The open question',
      text: (
        <>
          <ByKey touched="Touch an answer to give it: the next question follows.">
            Every answer shows its key: pressing it answers, and goes on to the next question.
          </ByKey>{' '}
          {practice ? 'Nothing of practice counts.' : 'Answers are saved as you give them, and nobody reads them yet.'}
        </>
      ),
      find: findQuestion,
    },
    {
      title: 'What the words mean',
      text: (
        <ByKey touched="The menu behind the three dots opens the guidelines, and “Definitions”: what each answer means, which stays open until you close it.">
          <Kbd of={BENCH_KEYS.definitions} /> shows and hides what each answer means: it stands open until you close it.{' '}
          <Kbd of={BENCH_KEYS.guidelines} /> opens the guidelines beside the questions,{' '}
          <Kbd of={SHELL_KEYS.shortcuts} /> every key, and this tour again.
        </ByKey>
      ),
      find: (show) => findMarked('help', show),
    },
    {
      title: 'Submit, and take back',
      text: practice ? (
        <>
          <Submitting /> submits, or goes to what is missing. Here you then read what was expected, and why. Tasks that
          count can be taken back for a moment.
        </>
      ) : (
        <>
          <Submitting /> submits, or goes to what is missing.{' '}
          {seconds === undefined ? (
            'Then your answers stand.'
          ) : (
            <>
              For {seconds} seconds{' '}
              <ByKey touched="“Take back”">
                <Kbd of={BENCH_KEYS.takeBack} />
              </ByKey>{' '}
              takes it back, then your answers stand.
            </>
          )}
        </>
      ),
      find: (show) => findMarked('submit', show),
    },
    {
      title: 'What comes next',
      text: (
        <>
          {practice ? 'After a task' : 'Then'}{' '}
          <ByKey touched="“Next task” opens the next one.">
            <Kbd of={ENTER} /> opens the next one.
          </ByKey>{' '}
          What else waits for you, in all projects, stands in the inbox
          <ByKey touched=", at the top of every page.">
            : <Kbd of={SHELL_KEYS.inbox} /> opens it from anywhere.
          </ByKey>
        </>
      ),
      find: findInbox,
    },
  ]
}

const view = (): Box => ({ left: 0, top: 0, right: window.innerWidth, bottom: window.innerHeight })

const grid = () => document.querySelector('[data-tour="bench"]')

/** The text, as far as no questions lie over it; where that leaves no room beside it, the open unit alone. */
function findText(open: string, show: boolean): Box | null {
  const pane = grid()?.firstElementChild
  if (!pane) return null
  const sheet = grid()?.children[1]?.getBoundingClientRect()
  const isNarrow = sheet !== undefined && sheet.left < pane.getBoundingClientRect().right
  const free = isNarrow ? { ...view(), bottom: Math.min(window.innerHeight, sheet.top) } : view()
  const unit = document.getElementById(unitId(open))
  const targetElement = isNarrow && unit && pane.contains(unit) ? unit : pane
  if (show && targetElement === unit) targetElement.scrollIntoView({ block: 'nearest' })
  return within(targetElement.getBoundingClientRect(), free)
}

function findQuestion(show: boolean): Box | null {
  const panel = grid()?.children[1]
  if (!panel) return null
  const question = panel.querySelector('fieldset') ?? panel
  if (show && question !== panel) question.scrollIntoView({ block: 'nearest' })
  const frame = within(panel.getBoundingClientRect(), view())
  return frame && within(question.getBoundingClientRect(), frame)
}

const findMarked = (name: string, show: boolean) => boxOf(document.querySelectorAll(`[data-tour="${name}"]`), show)

const findInbox = (show: boolean) => boxOf(document.querySelectorAll('header a[href="/inbox"]'), show)

function boxOf(elements: Iterable<Element>, show: boolean): Box | null {
  const drawn = [...elements].filter((element) => element.getClientRects().length > 0)
  if (show) drawn[0]?.scrollIntoView({ block: 'nearest' })
  return drawn.length === 0 ? null : within(around(drawn.map((element) => element.getBoundingClientRect())), view())
}
