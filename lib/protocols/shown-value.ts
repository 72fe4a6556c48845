import { excerpt } from '@/lib/text/excerpt'
import type { Json } from './protocol'

/** A value as it stands in a message: its JSON, or the beginning of it. */
export const shownValue = (value: Json | undefined): string => excerpt(JSON.stringify(value ?? null), 60)
