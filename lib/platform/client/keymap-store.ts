import { type KeyChoices, NO_CHOICES } from './keymap'
import { readKeyFile, writeKeyFile } from './keymap-file'
import { storedTexts } from './stored-texts'

const PREFIX = 'assay-keys-'
const files = storedTexts(() => localStorage, PREFIX)
const cachedChoices = new Map<string, { text: string | null; choices: KeyChoices }>()

/** On a shared computer everybody has their own. */
export const storageKey = (owner: string) => PREFIX + owner

/** Calls back when somebody's keys change, here or in another tab. */
export const subscribeKeyChoices = files.subscribe

/** Somebody's keys in this browser: the same object until they change. What cannot be read counts as none. */
export function readKeyChoices(owner: string): KeyChoices {
  const text = files.read(owner)
  const last = cachedChoices.get(owner)
  if (last && last.text === text) return last.choices
  const read = text === null ? null : readKeyFile(text)
  const choices = read?.ok ? read.choices : NO_CHOICES
  cachedChoices.set(owner, { text, choices })
  return choices
}

/** Keeps somebody's keys in this browser; false where it keeps nothing, and they hold for this page only. */
export const writeKeyChoices = (owner: string, choices: KeyChoices): boolean =>
  files.write(owner, Object.keys(choices).length === 0 ? null : writeKeyFile(choices))
