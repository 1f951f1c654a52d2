/** A button whose deed is asked about first. */
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Button } from 'react-aria-components';
import { Ask } from './dialog';
import { Problem } from './states';

interface Props<T> {
  readonly label: string;
  /** For a voice, where one label stands many times on a page. */
  readonly spoken?: string;
  readonly title: string;
  readonly confirm: string;
  readonly run: () => Promise<T>;
  readonly onDone?: (done: T) => void;
  readonly danger?: boolean;
  readonly small?: boolean;
  readonly children: ReactNode;
}

export function ConfirmButton<T>(props: Props<T>) {
  const { label, spoken, title, confirm, run, onDone, danger = false, small = false, children } = props;
  const [asking, setAsking] = useState(false);
  const deed = useMutation({
    mutationFn: run,
    onSuccess: (done) => {
      setAsking(false);
      onDone?.(done);
    },
  });
  const open = () => {
    deed.reset();
    setAsking(true);
  };
  return (
    <>
      <Button
        className={['button', danger ? 'danger-quiet' : '', small ? 'small' : ''].join(' ')}
        onPress={open}
        aria-label={spoken}
      >
        {label}
      </Button>
      {asking && (
        <Ask title={title} onClose={() => setAsking(false)} locked={deed.isPending}>
          {children}
          <Problem error={deed.error} />
          <div className="dialog-actions">
            <Button className="button" onPress={() => setAsking(false)} isDisabled={deed.isPending}>
              Cancel
            </Button>
            <Button
              className={danger ? 'button danger' : 'button primary'}
              onPress={() => deed.mutate()}
              isDisabled={deed.isPending}
            >
              {confirm}
            </Button>
          </div>
        </Ask>
      )}
    </>
  );
}
