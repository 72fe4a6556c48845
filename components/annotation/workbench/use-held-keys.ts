'use client'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { toast } from '@/components/ui/toast'
import { type HeldKey, HeldKeys } from '@/lib/platform/client/held-keys'
import { type KeyBinding, matchBinding } from '@/lib/platform/client/keyboard'
import { inputOf, isCovered, isTyping, noteScript, readKeyContext } from '@/lib/platform/client/keyboard-guards'
import { readChordsOnly } from '@/lib/platform/client/keyboard-preference'
import { withChoices } from '@/lib/platform/client/keymap'
import { useKeyChoices } from '@/lib/platform/client/use-key-choices'

const ARROWS_AND_DELETING = /^(?:Arrow(?:Up|Down|Left|Right)|Delete|Backspace)$/
const NOT_SUBMITTED = 'They were meant for the next task, and this one is not submitted.'
const BROUGHT_BACK = 'They were meant for the next task, and the one before it is not submitted.'
const FURTHER_ON =
  'They followed a submission of the next task, which was not there yet. Submit it, and press them again.'

/** This tab's keys on their way from one task to the next. They outlive the page where the next task needs one of its own. */
const heldKeys = new HeldKeys()
/** Key presses that are repeated: they are not held again. */
const repeated = new WeakSet<Event>()
/** Does a key mean something on the workbench that was drawn last? */
let meansSomething: (event: KeyboardEvent) => boolean = () => false
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
let shownTask: string | null = null
let workbenches = 0

/** Says how many keys nobody takes, and why. */
function letGo(why: string): void {
  const count = heldKeys.end()
  if (count > 0) toast.info(count === 1 ? '1 key was not taken' : `${count} keys were not taken`, { description: why })
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
  notSubmitted: () => {
    // Where the person has gone on already, it is said when they are brought back.
    if (heldKeys.now() !== 'submitting') return
    letGo(NOT_SUBMITTED)
    // Unless the person has gone to something else meanwhile.
    if (document.activeElement === document.body) leftField?.focus()
    leftField = null
  },
  /** The person has gone on, and is brought back to what was not submitted. */
  cameBack: () => {
    letGo(BROUGHT_BACK)
    heldKeys.comeBack()
  },
  takenBack: () => letGo('The submission before them is taken back.'),
  leave: () => heldKeys.leave(),
  /** `from`: the task that one leaves. */
  expect: (taskId: string, from: string) => {
    if (taskId === from) letGo('There is no other task to go to.')
    else heldKeys.expect(taskId)
  },
  /** There is no next task, or it could not be had. */
  notLeft: () => letGo('There is no next task to go to.'),
}

export const useHeldCount = () => useSyncExternalStore(heldKeys.subscribe, heldKeys.count, () => 0)
/** Is the person brought back, so that keys that were meant for the next task are kept from this one? */
export const useIsBroughtBack = () =>
  useSyncExternalStore(
    heldKeys.subscribe,
    () => heldKeys.now() === 'back',
    () => false,
  )

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
  if (heldKeys.now() === 'back') heldKeys.end()
}

/**
 * Somebody who is brought back goes on with what they were pressing for the next task: it must not answer this one. Their first other act (Escape,
 * Enter, Tab, a chord, the pointer) says that they have seen where they are.
 */
function keepFromTaskBefore(event: KeyboardEvent): void {
  const saysSo = event.key === 'Escape' || event.key === 'Enter'
  const isForNext = !isChord(event) && !readKeyContext(event).overlay && isHoldable(event)
  if (saysSo || isForNext) keepFromPage(event)
  if (saysSo || isChord(event)) heldKeys.end()
}

/** Holds keys before anything on the page hears of them. */
function intercept(event: KeyboardEvent): void {
  if (event.key === 'Tab') goElsewhere()
  const isBack = heldKeys.now() === 'back'
  if (isBack) keepFromTaskBefore(event)
  const meaning = isBack ? null : meaningOf(event)
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
  const means = useEffectEvent((event: KeyboardEvent) => {
    const context = { ...readKeyContext(event), chordsOnly: readChordsOnly(), otherScript: noteScript(event) }
    return matchBinding(withChoices(bindings, choices), inputOf(event), context) !== null
  })
  const arrive = useEffectEvent(() => {
    meansSomething = (event) => means(event)
    shownTask = taskId
    if (heldKeys.now() === 'none' || heldKeys.now() === 'handing' || heldKeys.now() === 'back') return
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
}
