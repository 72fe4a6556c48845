/** A coefficient as other programs print it, to compare digits: 0.129, with a true minus. */
export const threeDecimals = (value: number): string => {
  const text = Math.abs(value).toFixed(3)
  return value < 0 && text !== '0.000' ? `−${text}` : text
}
