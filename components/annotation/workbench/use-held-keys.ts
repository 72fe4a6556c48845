'use client'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { toast } from '@/components/ui/toast'
import { type HeldKey, HeldKeys } from '@/lib/platform/client/held-keys'
import { type KeyBinding, matchBinding } from '@/lib/platform/client/keyboard'
import {
  inputOf,
  isCovered,
  isFocusFree,
  isTyping,
  noteScript,
  readKeyContext,
} from '@/lib/platform/client/keyboard-guards'
import { readChordsOnly } from '@/lib/platform/client/keyboard-preference'
import { withChoices } from '@/lib/platform/client/keymap'
import { useKeyChoices } from '@/lib/platform/client/use-key-choices'
import { BENCH_KEYS } from './keys'

const ARROWS_AND_DELETING = /^(?:Arrow(?:Up|Down|Left|Right)|Delete|Backspace)$/
const NOT_SUBMITTED = 'They were meant for the next task, and this one is not submitted.'
const NOT_TAKEN = 'This task was not submitted.'
const WAITS = 'This task waits to be submitted.'
const BROUGHT_BACK = 'They were meant for the next task, and the one before it is not submitted.'
const FURTHER_ON =
  'They followed a submission of the next task, which was not there yet. Submit it, and press them again.'

/** This tab's keys on their way from one task to the next. They outlive the page where the next task needs one of its own. */
const heldKeys = new HeldKeys()
/** Key presses that are repeated: they are not held again. */
const repeated = new WeakSet<Event>()
/** What a key means on the workbench that was drawn last. */
let bindingOf: (event: KeyboardEvent) => KeyBinding | null = () => null
const meansSomething = (event: KeyboardEvent): boolean => bindingOf(event) !== null
/** The notice of a submission that waits names this key. */
const isTakingBack = (event: KeyboardEvent): boolean => bindingOf(event)?.name === BENCH_KEYS.takeBack.name
/** Has the person gone to another control since the submission set out? Before that, Enter and Space are not meant for one. */
let hasGoneElsewhere = false
/** The text field that had the focus when the submission set out: what is typed from then on is not for it. */
let leftField: HTMLElement | null = null
/** What had the focus when the submission set out: until the button for the next task has it, Enter is not meant for a control. */
let startingPoint: Element | null = null
/** Goes on to the next task, from a submission that the server has answered. */
let goOnFromSubmitted: (() => void) | null = null
/** Goes on to the next task before the server has answered; false: it is not known which one that is. */
let goOnAtOnce: (() => boolean) | null = null
/** Of a task that stays: leads the person to where they go on, once they have seen so. */
let showPlace: (() => void) | null = null
let shownTask: string | null = null
let workbenches = 0

/** Says how many keys nobody takes, and why. */
function letGo(why: string): void {
  const count = heldKeys.end()
  if (count > 0) toast.info(count === 1 ? '1 key was not taken' : `${count} keys were not taken`, { description: why })
}

function stay(
  taskId: string,
  why: string,
  { missing = [], show }: { missing?: readonly string[]; show?: () => void } = {},
): void {
  showPlace = show ?? null
  goOnFromSubmitted = null
  heldKeys.stay(taskId, { why, missing })
}

/** What a submission and the way to the next task say about the keys that are pressed meanwhile. */
export const keysOnTheWay = {
  /** `atOnce`: goes on before the server has answered, where it can. */
  begin: (atOnce: () => boolean) => {
    letGo('The next task was submitted before it had taken them.')
    hasGoneElsewhere = false
    const { activeElement } = document
    leftField = isTyping(activeElement) && activeElement instanceof HTMLElement ? activeElement : null
    leftField?.blur()
    startingPoint = document.activeElement
    goOnFromSubmitted = null
    goOnAtOnce = atOnce
    heldKeys.begin()
  },
  submitAgain: () => {
    if (heldKeys.count() > 0 || heldKeys.now() !== 'submitting') heldKeys.submitAgain()
    else goOn()
  },
  /** The person goes on, as by key. */
  goOn: () => heldKeys.goOn(),
  /** Calls `goOn` at once where the person has gone on already, and otherwise when they do by key. */
  submitted: (goOn: () => void) => {
    if (heldKeys.submitted()) goOn()
    else goOnFromSubmitted = goOn
  },
  /** The server refuses it. */
  notSubmitted: (taskId: string) => {
    // Where the person has gone on already, it is said when they are brought back.
    if (heldKeys.now() !== 'submitting') return
    letGo(NOT_SUBMITTED)
    const field = leftField
    const show = () => {
      // Unless the person has gone to something else meanwhile.
      if (isFocusFree()) field?.focus()
    }
    stay(taskId, NOT_TAKEN, { show })
    leftField = null
  },
  /** It waits for the network. Calls `goOn` at once where the person has gone on already, and otherwise when they do by key. */
  waits: (taskId: string, goOn: () => void) => {
    if (heldKeys.now() !== 'submitting') return
    if (heldKeys.wantsToGoOn()) return goOn()
    letGo(NOT_SUBMITTED)
    leftField = null
    stay(taskId, WAITS)
    goOnFromSubmitted = goOn
  },
  /** It has waited, and is refused. */
  refusedAfterWaiting: (taskId: string) => {
    if (heldKeys.now() === 'stays' && !heldKeys.staysElsewhere(taskId)) stay(taskId, NOT_TAKEN)
  },
  /** Something is missing, so that nothing sets out. `show` leads to it. false: no key could answer by mistake. */
  incomplete: (taskId: string, missing: readonly string[], show: () => void): boolean => {
    if (readChordsOnly()) return false
    letGo(NOT_SUBMITTED)
    const { activeElement } = document
    if (isTyping(activeElement) && activeElement instanceof HTMLElement) activeElement.blur()
    const things = missing.length === 1 ? 'one thing is missing' : `${missing.length} things are missing`
    stay(taskId, `Not submitted: ${things}.`, { missing, show })
    return true
  },
  /** The person has gone on, and is brought back to what was not submitted. */
  cameBack: (taskId: string) => {
    letGo(BROUGHT_BACK)
    stay(taskId, NOT_TAKEN)
  },
  takenBack: () => letGo('The submission before them is taken back.'),
  leave: () => heldKeys.leave(),
  /** `from`: the task that one leaves. */
  expect: (taskId: string, from: string) => {
    if (taskId === from) letGo('There is no other task to go to.')
    else heldKeys.expect(taskId)
  },
  /** There is no next task, or it could not be had. `waits`: the task that the person is at, where it waits to be submitted. */
  notLeft: (waits: { taskId: string; goOn: () => void } | null = null) => {
    letGo('There is no next task to go to.')
    if (!waits) return
    stay(waits.taskId, WAITS)
    goOnFromSubmitted = waits.goOn
  },
}

export const useHeldCount = () => useSyncExternalStore(heldKeys.subscribe, heldKeys.count, () => 0)
/** Why the task stays, which is not submitted, so that keys that may be meant for the next one are kept from it; null: it does not. */
export const useStanding = () => useSyncExternalStore(heldKeys.subscribe, heldKeys.stays, () => null)
/** How many keys it has not taken since. */
export const useUntakenCount = () => useSyncExternalStore(heldKeys.subscribe, heldKeys.untaken, () => 0)

/** What a key press means on the way to the next task; null: what it means on any page. */
function meaningOf(event: KeyboardEvent): 'go on' | 'answer' | 'let go' | null {
  const phase = heldKeys.now()
  if (phase === 'none' || repeated.has(event) || isChord(event)) return null
  if (event.key === 'Escape' && heldKeys.count() > 0) return 'let go'
  const { typing, overlay, taken } = readKeyContext(event)
  if (overlay) return null
  const isUntouched = phase === 'submitting' && !hasGoneElsewhere
  // On a slow machine the server has answered before the button for the next task is there.
  const isWaitingForButton = phase === 'submitted' && !hasGoneElsewhere && isFocusUnmoved()
  if (event.key === 'Enter') return isUntouched || isWaitingForButton ? 'go on' : null
  // Nothing waits, and the person may read what was submitted: see holdAnswers.
  if (phase === 'submitted' && heldKeys.count() === 0) return null
  if (typing || !isHoldable(event) || (isTaken(event, taken) && !isUntouched)) return null
  return 'answer'
}

const isFocusUnmoved = () => document.activeElement === document.body || document.activeElement === startingPoint

function goOn(): void {
  if (heldKeys.now() === 'submitted') {
    goOnFromSubmitted?.()
    goOnFromSubmitted = null
  } else if (!goOnAtOnce?.()) heldKeys.goOn()
}

const goElsewhere = () => {
  hasGoneElsewhere = true
  if (heldKeys.now() === 'stays') heldKeys.end()
}

/**
 * Where a task stays that was to be submitted, the person goes on with what they were pressing for the next one: it must not answer this one. That they
 * have seen where they are, only such acts say as nobody makes on the way to the next task and in it: Escape, Tab, the pointer. Enter and the
 * chord that submits lead from task to task, letters and arrows are for what the next one asks.
 */
function keepFromTaskThatStays(event: KeyboardEvent): void {
  if (isChord(event) || readKeyContext(event).overlay) return
  if (event.key === 'Escape') {
    keepFromPage(event)
    heldKeys.end()
    showPlace?.()
    return
  }
  if (isTakingBack(event)) {
    heldKeys.end()
    return
  }
  if (event.key !== 'Enter' && !isHoldable(event)) return
  keepFromPage(event)
  if (event.repeat) return
  if (event.key === 'Enter' && goOnFromSubmitted) goOnFromSubmitted()
  else heldKeys.refuse()
}

/** Holds keys before anything on the page hears of them. */
function intercept(event: KeyboardEvent): void {
  if (event.key === 'Tab') goElsewhere()
  const stays = heldKeys.now() === 'stays'
  if (stays) keepFromTaskThatStays(event)
  const meaning = stays ? null : meaningOf(event)
  if (!meaning) return
  keepFromPage(event)
  if (event.repeat) return
  if (meaning === 'let go') heldKeys.forget()
  else if (meaning === 'go on') goOn()
  else heldKeys.hold(event)
}

/** After a submission, what the read-only task does not handle itself is an answer to the next. */
function holdAnswers(event: KeyboardEvent): void {
  if (heldKeys.now() !== 'submitted' || heldKeys.count() > 0) return
  if (event.defaultPrevented || event.repeat || repeated.has(event) || isChord(event)) return
  if (!meansSomething(event)) return
  keepFromPage(event)
  heldKeys.hold(event)
}

const isChord = (event: KeyboardEvent) =>
  event.ctrlKey || event.metaKey || event.altKey || event.getModifierState('AltGraph') || event.isComposing

const isTaken = ({ key }: KeyboardEvent, takenKeys: readonly string[]) =>
  takenKeys.includes(key === ' ' ? 'space' : key.toLowerCase())

function isHoldable(event: KeyboardEvent): boolean {
  if (readChordsOnly() && [...event.key].length === 1) return false
  return [...event.key].length === 1 || ARROWS_AND_DELETING.test(event.key) || meansSomething(event)
}

function keepFromPage(event: KeyboardEvent): void {
  event.preventDefault()
  event.stopImmediatePropagation()
}

/** Presses what was held, each key once what the one before has done is drawn. */
async function handOver(taskId: string): Promise<void> {
  while (heldKeys.count() > 0) {
    const obstacle = obstacleAt(taskId)
    if (obstacle) return letGo(obstacle)
    const key = heldKeys.next()
    if (key) repeat(key)
    await new Promise((resolve) => setTimeout(resolve))
  }
  heldKeys.next()
  letGo(FURTHER_ON)
}

/** Why a key that is pressed now would not do what it was pressed for. */
function obstacleAt(taskId: string): string | null {
  if (shownTask !== taskId) return 'Another task was opened.'
  if (isTyping(document.activeElement)) return 'They would have written into a text field.'
  return isCovered() ? 'Something lies over the task.' : null
}

function repeat({ key, code, shiftKey }: HeldKey): void {
  const event = new KeyboardEvent('keydown', { key, code, shiftKey, bubbles: true, cancelable: true, composed: true })
  repeated.add(event)
  const target = document.activeElement ?? document.body
  target.dispatchEvent(event)
}

/** Listens for as long as a workbench is shown, whichever task is on it. */
export function useHolding(): void {
  useEffect(() => {
    workbenches += 1
    window.addEventListener('keydown', intercept, true)
    window.addEventListener('pointerdown', goElsewhere, true)
    return () => {
      workbenches -= 1
      // The page of the next task comes in the same moment in which this one goes.
      queueMicrotask(() => {
        if (workbenches > 0) return
        window.removeEventListener('keydown', intercept, true)
        window.removeEventListener('pointerdown', goElsewhere, true)
        letGo('The next task was not opened.')
      })
    }
  }, [])
}

/** Gives a task that is there, and can be answered, the keys that were held for it. */
export function useHeldKeys(taskId: string, canAnswer: boolean, bindings: readonly KeyBinding[]): void {
  const choices = useKeyChoices()
  const bindingHere = useEffectEvent((event: KeyboardEvent) => {
    const context = { ...readKeyContext(event), chordsOnly: readChordsOnly(), otherScript: noteScript(event) }
    return matchBinding(withChoices(bindings, choices), inputOf(event), context)
  })
  const arrive = useEffectEvent(() => {
    bindingOf = (event) => bindingHere(event)
    shownTask = taskId
    if (heldKeys.staysElsewhere(taskId)) heldKeys.end()
    if (heldKeys.now() === 'none' || heldKeys.now() === 'handing' || heldKeys.now() === 'stays') return
    if (canAnswer && heldKeys.arrive(taskId)) void handOver(taskId)
    else letGo('Another task was opened.')
  })
  useEffect(() => {
    arrive()
    // Behind the task's own keys: what they handle is not held.
    window.addEventListener('keydown', holdAnswers)
    return () => {
      window.removeEventListener('keydown', holdAnswers)
      if (shownTask === taskId) shownTask = null
    }
  }, [taskId])
  useEffect(() => {
    // It is submitted after all, or is not the person's any more.
    if (!canAnswer && heldKeys.now() === 'stays') heldKeys.end()
  }, [canAnswer])
}
