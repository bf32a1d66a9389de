/** A line in which names may stand: its Chinese parts say that they are. */
export const Tongues = ({ text }: { text: string }) =>
  text.split(/([一-鿿]+)/).map((part, index) =>
    index % 2 === 1 ? (
      <span key={index} lang="zh">
        {part}
      </span>
    ) : (
      part
    ),
  )
