import type { CSSProperties } from 'react'

const stripes = (angle: number, gap = 4): CSSProperties => ({
  backgroundImage: `repeating-linear-gradient(${angle}deg, transparent 0 ${gap}px, var(--surface) ${gap}px ${gap + 1.5}px)`,
})

/** Textures laid over a fill; the first has none. What stands side by side is told apart by them, not by colour alone. */
const PATTERNS: readonly CSSProperties[] = [
  {},
  stripes(45),
  { backgroundImage: 'radial-gradient(var(--surface) 26%, transparent 30%)', backgroundSize: '5px 5px' },
  stripes(90),
  stripes(135),
  stripes(0, 3),
  {
    backgroundImage:
      'linear-gradient(var(--surface) 1.5px, transparent 1.5px), linear-gradient(90deg, var(--surface) 1.5px, transparent 1.5px)',
    backgroundSize: '5px 5px',
  },
]

/** The texture of the part at an index; they begin again after the seventh. */
export const patternOf = (index: number): CSSProperties => PATTERNS[index % PATTERNS.length] ?? {}
