import { Skeleton } from '../../ui/marks/skeleton.tsx'

/** The place of a row that is being read. */
export const SkeletonRow = () => (
  <div className="chat-skel">
    <Skeleton width={40} height={40} round />
    <span>
      <Skeleton width="58%" height={12} />
      <Skeleton width="78%" height={10} />
    </span>
  </div>
)

/** A list that is being read. */
export const LoadingRows = ({ label }: { readonly label: string }) => (
  <div className="chat-list" role="group" aria-busy="true" aria-label={label}>
    {Array.from({ length: 8 }, (_, index) => (
      <SkeletonRow key={index} />
    ))}
  </div>
)
