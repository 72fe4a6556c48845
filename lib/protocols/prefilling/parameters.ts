/** Parameters that several steps have in common. */
import { z } from 'zod'

export const count = (least: number, most: number, standard: number, title: string, description: string) =>
  z.int().min(least).max(most).default(standard).meta({ title, description })

export const share = (standard: number, title: string, description: string) =>
  z.number().min(0).max(1).default(standard).meta({ title, description })
