import { createElement, type SVGProps } from 'react'

type Shape = [tag: string, attributes: Record<string, string>]
type IconProps = Omit<SVGProps<SVGSVGElement>, 'ref'> & { size?: number | string }

/** Makes an icon from its shapes; decorative, unless it gets a label. The build makes the library's icons with it. */
export const icon = (shapes: readonly Shape[]) => {
  const parts = shapes.map(([tag, attributes], index) => createElement(tag, { ...attributes, key: index }))
  return ({ size = 24, ...rest }: IconProps) =>
    createElement(
      'svg',
      {
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        ...(!rest['aria-label'] && !rest.role && { 'aria-hidden': true }),
        ...rest,
      },
      parts,
    )
}
