"""The background load works while it is asked for, and is gone afterwards, whatever happens."""

from __future__ import annotations

import os
import subprocess
import sys

import psutil
import pytest

from assay.measure.disturbance import disturbed


def test_it_is_at_work_in_a_session_of_its_own_and_gone_afterwards() -> None:
    with disturbed() as pid:
        load = psutil.Process(pid)
        assert os.getsid(pid) == pid != os.getsid(0)
        assert load.status() in (psutil.STATUS_RUNNING, psutil.STATUS_SLEEPING)
    assert not psutil.pid_exists(pid)


def test_it_is_gone_where_the_body_fails() -> None:
    with pytest.raises(KeyboardInterrupt), disturbed() as pid:
        raise KeyboardInterrupt
    assert not psutil.pid_exists(pid)


def test_it_ends_where_the_lab_was_killed() -> None:
    code = "import os\nfrom assay.measure.disturbance import disturbed\nwith disturbed() as pid:\n"
    code += " print(pid, flush=True)\n os.kill(os.getpid(), 9)\n"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    # Its standard error is the load's, too: that it ends says that both have ended.
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=60)
    assert done.returncode == -9 and int(done.stdout) > 0
