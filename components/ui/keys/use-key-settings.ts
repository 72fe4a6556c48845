'use client'
import { useContext, useState } from 'react'
import { useKeyWords } from '@/components/ui/use-shortcut'
import type { KeyBinding } from '@/lib/platform/client/keyboard'
import { type KeyChoices, keysOf, NO_CHOICES } from '@/lib/platform/client/keymap'
import { readKeyFile } from '@/lib/platform/client/keymap-file'
import {
  choose,
  collisionOf,
  displacedFrom,
  givenBack,
  problemOf,
  refusalOf,
  type Screen,
  swap,
  takeChosen,
} from '@/lib/platform/client/keymap-rules'
import { writeKeyChoices } from '@/lib/platform/client/keymap-store'
import { KeyOwner, useKeyChoices } from '@/lib/platform/client/use-key-choices'

/** The key being asked for: of which action, and which of its keys it replaces; null adds one. */
export type Asked = { name: string; replaced: string | null }

/** What became of the last change; a swap is offered where a key means another action. */
export type Word = { isProblem: boolean; text: string; swap?: () => void }

/** Choosing keys: every change is checked against all screens, written to this browser, and said. */
export function useKeySettings(screens: readonly Screen[]) {
  const owner = useContext(KeyOwner)
  const choices = useKeyChoices()
  const write = useKeyWords()
  const [asked, setAsked] = useState<Asked | null>(null)
  const [word, setWord] = useState<Word | null>(null)
  const spell = (keys: string) => write({ id: keys, keys: [keys], label: '', group: '' })
  const refuse = (text: string, offer?: () => void) => setWord({ isProblem: true, text, swap: offer })

  const keep = (next: KeyChoices, message: string) => {
    const { choices: kept, back } = givenBack(screens, choices, next)
    store(kept, [message, ...back.map(({ action, keys }) => `${spell(keys)} is “${action.label}” again.`)].join(' '))
  }
  const store = (newChoices: KeyChoices, text: string) => {
    const isKept = writeKeyChoices(owner, newChoices)
    setAsked(null)
    setWord({
      isProblem: false,
      text: isKept ? text : `${text} This browser keeps nothing, so it lasts until you leave.`,
    })
  }
  const give = (action: KeyBinding, keys: string) => {
    const replaced = asked?.replaced ?? null
    const before = keysOf(action, choices)
    if (before.includes(keys)) return keep(choices, `${spell(keys)} is “${action.label}” already.`)
    const refusal = refusalOf(action, keys)
    if (refusal) return refuse(`${spell(keys)} cannot be chosen. ${refusal}`)
    const collision = collisionOf(screens, { action, keys, choices })
    if (!collision) {
      const after = replaced === null ? [...before, keys] : before.map((each) => (each === replaced ? keys : each))
      return keep(choose(choices, action, after), `${spell(keys)} is now “${action.label}”.`)
    }
    const { action: other, screen } = collision
    const swapped = swap(screens, choices, { action, other, keys, replaced })
    const otherOutcome = replaced === null ? `“${other.label}” lost it.` : `“${other.label}” is now ${spell(replaced)}.`
    const wayOut = swapped ? 'Press another key, or Tab to Swap.' : 'Press another key.'
    return refuse(
      `${spell(keys)} is “${other.label}” already (${screen}). ${wayOut}`,
      swapped ? () => keep(swapped, `${spell(keys)} is now “${action.label}”. ${otherOutcome}`) : undefined,
    )
  }
  const remove = (action: KeyBinding, keys: string) =>
    keep(
      choose(
        choices,
        action,
        keysOf(action, choices).filter((each) => each !== keys),
      ),
      `${spell(keys)} is no longer “${action.label}”.`,
    )
  const reset = (action: KeyBinding) => {
    const next = choose(choices, action, action.keys)
    if (problemOf(screens, next) === null) return keep(next, `“${action.label}” has its own keys again.`)
    const others = [...new Set(displacedFrom(screens, choices, action).map(({ by }) => by))]
    const all = others.reduce((left, other) => choose(left, other, other.keys), next)
    if (problemOf(screens, all) === null) return keep(all, `${inWords([action, ...others])} have their own keys again.`)
    return refuse(
      `“${action.label}” cannot have its own keys again while another action has them. Reset that one first.`,
    )
  }
  const take = (text: string) => {
    const file = readKeyFile(text)
    if (!file.ok) return refuse(notTaken(file.field, file.problem))
    const fileChoices = takeChosen(screens, file.choices)
    const problem = problemOf(screens, fileChoices)
    return problem
      ? refuse(notTaken(problem.name, problem.problem))
      : // As they stand in the file, whatever was chosen before.
        store(fileChoices, 'The keys of the file are yours now.')
  }
  /** Which keys of its table the action lacks, and for what the person chose them. */
  const displaced = (action: KeyBinding) =>
    displacedFrom(screens, choices, action).map(({ keys, by }) => `${spell(keys)} is “${by.label}”, as you chose.`)
  return {
    choices,
    displaced,
    asked,
    word,
    ask: (next: Asked | null) => {
      setWord(null)
      setAsked(next)
    },
    cancel: () => setAsked(null),
    refuse,
    give,
    remove,
    reset,
    resetAll: () => keep(NO_CHOICES, 'All actions have their own keys again.'),
    take,
  }
}

const inWords = (actions: readonly KeyBinding[]) =>
  new Intl.ListFormat('en').format(actions.map(({ label }) => `“${label}”`))

const notTaken = (field: string, problem: string) =>
  `The file was not taken over. ${field === 'file' ? '' : `${field}: `}${problem}`

export type KeySettingsState = ReturnType<typeof useKeySettings>
