import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { around, placeCard, within } from './place'

const CARD = { width: 350, height: 220 }
const boxAt = ({ left, top }: { left: number; top: number }, { width, height } = CARD) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
})

describe('the card of the tour', () => {
  it.each([
    ['below a button of the bar', { left: 1100, top: 60, right: 1200, bottom: 100 }, { width: 1280, height: 800 }],
    ['above questions at the bottom', { left: 0, top: 450, right: 390, bottom: 844 }, { width: 390, height: 844 }],
    [
      'beside a text as high as the window',
      { left: 24, top: 0, right: 640, bottom: 800 },
      { width: 1280, height: 800 },
    ],
    ['beside questions on the right', { left: 800, top: 0, right: 1256, bottom: 800 }, { width: 1280, height: 800 }],
  ])('stands %s, and covers nothing of it', (_, target, view) => {
    const place = boxAt(placeCard(target, CARD, view))
    expect(within(place, target)).toBeNull()
    expect(within(place, { left: 0, top: 0, right: view.width, bottom: view.height })).toEqual(place)
  })

  it('stands in sight wherever its target is, and free of it wherever there is room above or below', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 700 }), fc.integer({ min: 1, max: 500 }), (top, height) => {
        const view = { width: 390, height: 844 }
        const target = { left: 8, top, right: 382, bottom: Math.min(view.height, top + height) }
        const place = boxAt(placeCard(target, CARD, view))
        expect(within(place, { left: 0, top: 0, right: view.width, bottom: view.height })).toEqual(place)
        const room = Math.max(target.top, view.height - target.bottom)
        if (room >= CARD.height + 32) expect(within(place, target)).toBeNull()
      }),
    )
  })

  it('covers as little as it can where nothing is free', () => {
    const view = { width: 390, height: 500 }
    const place = boxAt(placeCard({ left: 0, top: 0, right: 390, bottom: 400 }, CARD, view))
    expect(place.bottom).toBe(484)
  })
})

it('a box around several holds them all', () => {
  const boxes = [
    { left: 5, top: 9, right: 8, bottom: 10 },
    { left: 1, top: 10, right: 6, bottom: 12 },
  ]
  expect(around(boxes)).toEqual({ left: 1, top: 9, right: 8, bottom: 12 })
})
