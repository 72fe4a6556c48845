/** Keys that are the same in every program, so nobody chooses others: they have no name. Shown on buttons and in hints. */
import type { KeyBinding } from './keyboard'

const fixed = (id: string, label: string): KeyBinding => ({ id, keys: [id], label, group: 'Forms', when: 'always' })

export const ESCAPE = fixed('escape', 'Leave the field or the form')
export const ENTER = fixed('enter', 'Press the button, or take what was written')
export const DELETE = fixed('delete', 'Delete what follows')
export const BACKSPACE = fixed('backspace', 'Delete what comes before')
