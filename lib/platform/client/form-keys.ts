import { byId, keyTable } from './keymap'

/** The keys of every form that one opens by a key. */
export const FORM_BINDINGS = keyTable('form', [
  { id: 'send', keys: ['mod+enter'], label: 'Send or save the form one writes in', group: 'Forms', when: 'always' },
])

export const SEND = byId(FORM_BINDINGS).send
