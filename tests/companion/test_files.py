"""Files on a disk that may be full, on paths that may be links or devices."""

import os
import threading

import pytest

from companion.files import write_safely


def test_a_written_file_replaces_the_old_one_and_leaves_nothing_else(tmp_path):
    file = tmp_path / "deep/er/page.pdf"
    write_safely(file, b"old")
    write_safely(file, b"new")
    assert file.read_bytes() == b"new"
    assert [path.name for path in file.parent.iterdir()] == ["page.pdf"]


def test_where_a_link_leads_is_written_and_the_link_stays(tmp_path):
    (tmp_path / "real.pdf").write_bytes(b"old")
    (tmp_path / "link.pdf").symlink_to("real.pdf")
    write_safely(tmp_path / "link.pdf", b"new")
    assert (tmp_path / "link.pdf").is_symlink()
    assert (tmp_path / "real.pdf").read_bytes() == b"new"


def test_a_pipe_is_written_into_and_not_replaced(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writing = threading.Thread(target=write_safely, args=(pipe, b"sheet"))
    writing.start()
    assert pipe.read_bytes() == b"sheet"
    writing.join()
    assert pipe.is_fifo()


def test_a_folder_that_is_none_is_named_as_it_was_asked_for(tmp_path):
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(OSError, match="directory") as caught:
        write_safely(tmp_path / "file/page.pdf", b"")
    assert caught.value.filename == str(tmp_path / "file/page.pdf")
