import { workDefinition } from '@/lib/protocols/built-in-work'
import work from './work.json' with { type: 'json' }

/** FELM's file, without what only machines and guidelines need of it. */
export const definition = workDefinition(work)
