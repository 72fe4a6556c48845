import { z } from 'zod'

/** A value that a step's parameter may take, with the words that its form shows: for `z.union([parameterOption(...), ...])`. */
export const parameterOption = <const Value extends string>(value: Value, title: string) =>
  z.literal(value).meta({ title })
