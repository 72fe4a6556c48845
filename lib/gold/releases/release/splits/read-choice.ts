/** How a release was ordered to be divided, as it is kept with it. */
import 'server-only'
import type { Release } from '@/generated/prisma/client'
import { type SplitChoice, splitChoiceSchema } from './contract'

export const readChoice = ({ splits }: Pick<Release, 'splits'>): SplitChoice | null =>
  splits === null ? null : splitChoiceSchema.parse(splits)
