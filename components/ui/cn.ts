import { type ClassValue, clsx } from 'clsx'
import { twMerge } from 'tailwind-merge'

/** Joins class names; of two that set the same property the later one wins, so a caller's className can override. */
export function cn(...classes: ClassValue[]): string {
  return twMerge(clsx(classes))
}
