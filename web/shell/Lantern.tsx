/** Lantern's mark, in the color of the surrounding text; the flame is marigold. */
export const Lantern = ({ size = 28 }: { size?: number }) => (
  <svg aria-hidden width={size} height={size} viewBox="0 0 32 32" fill="none" strokeWidth="2" strokeLinecap="round">
    <g stroke="currentColor">
      <path d="M12 5.5h8M16 3v2.5M11 9.5c0-1.9 1.3-3 3-3h4c1.7 0 3 1.1 3 3" />
      <rect x="8" y="9.5" width="16" height="17" rx="5.5" />
      <path d="M11.5 29.5h9" />
    </g>
    <path className="fill-marigold" d="M16 12.8c2.4 2.8 3.5 4.4 3.5 6.3a3.5 3.5 0 0 1-7 0c0-1.9 1.1-3.5 3.5-6.3z" />
  </svg>
)
