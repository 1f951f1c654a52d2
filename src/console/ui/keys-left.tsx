/** How many keys are turned, as dots and in words. */
import { counted } from '../lib/count';
import { VisibleText } from './visible-text';

interface Props {
  readonly turned: number;
  readonly quorum: number;
  /** "Finance 1 of 2". Empty if no group is required. */
  readonly groups: string;
}

export function KeysLeft({ turned, quorum, groups }: Props) {
  return (
    <span className="keys-left">
      {quorum <= 10 && (
        <span aria-hidden="true" className="dots">
          {Array.from({ length: quorum }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: dots are alike
            <span key={index} className={index < turned ? 'dot full' : 'dot'} />
          ))}
        </span>
      )}
      <span className="caption">
        {turned} of {counted(quorum, 'key')}
        <span className="unseen"> turned</span>
        {groups !== '' && (
          <>
            {': '}
            <VisibleText text={groups} />
          </>
        )}
      </span>
    </span>
  );
}
